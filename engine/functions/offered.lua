-- offered: one page of the orders on offer on one side, best first. Read-only.
--
-- Key: the book's head. Arguments: 'asks' or 'bids'; codes of the regions or pins, one byte each;
-- maximum number; position (14 bytes) of the last order of the previous page, or ''.
-- Answers: {'page', `<epoch>-<version>` of the page, Redis's time in milliseconds, id
-- and record ...}, the last page has fewer orders than requested; {'unavailable'}.
-- Expired orders are listed until they are swept: the reader detects them by the time.

command('offered', function(head, args)
  local side, codes, count, position = args[1], args[2], tonumber(args[3]), args[4]
  local book = view_book(head)
  if not book then return UNAVAILABLE end

  local indexes = {}
  for at = 1, #codes do indexes[at] = book[side][byte(codes, at)] end
  local walk = walk_of(indexes, position)
  local answer = { 'page', newest_event(book), format('%.0f', now_ms(head)) }
  for _ = 1, count do
    local id = current_of(walk)
    if not id then break end
    answer[#answer + 1] = id .. record_of(book, id)
    advance(walk)
  end
  return answer
end, READ_ONLY)
