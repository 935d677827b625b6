-- offered: one page of the asks on offer, by price, then time. Reads only.
--
-- Key: the book's head. Arguments: how many at most, region code or '', position (14 bytes) of the
-- last ask of the page before or ''.
-- Answers: {'page', `<epoch>-<version>` that the page is true at, Redis's time in milliseconds,
-- ask id,
-- record, ask id, record, ...}, the last page is shorter than asked for; {'unavailable'}.
-- Asks past their time are listed until they are swept: the reader tells them by the time.

command('offered', function(head, args)
  local count, position = tonumber(args[1]), args[3]
  local book = open_book(head)
  if not book then return UNAVAILABLE end

  local index = wish_of(book, { '0', args[2] }, 1).index
  local rank = 0
  if position and position ~= '' then rank = rank_behind(index, position) end
  local members = call('ZRANGE', index, rank, rank + count - 1)
  local answer = { 'page', newest_event(book), format('%.0f', now_ms()) }
  if #members == 0 then return answer end
  local records = records_of(book, members)
  for at = 1, #records do
    answer[#answer + 1] = sub(members[at], 9)
    answer[#answer + 1] = records[at]
  end
  return answer
end, READ_ONLY)
