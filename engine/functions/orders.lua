-- orders: one page of all orders that are neither closed nor filled, of both sides, those below their minimum size and
-- entering ones too, in no order. Read-only.
--
-- Key: the book's head. Arguments: cursor ('0' at first), approximate number of entries to scan.
-- Answers: {'page', `<epoch>-<version>` of the page, cursor ('0': it was the last page),
-- id and record ...}; {'unavailable'}.
-- An order that exists from the first page to the last is returned at least once.

command('orders', function(head, args)
  local book = view_book(head)
  if not book then return UNAVAILABLE end
  local page = call('HSCAN', head, args[1], 'COUNT', args[2])
  local answer = { 'page', newest_event(book), page[1] }
  local entries = page[2]
  for at = 1, #entries, 2 do
    if #entries[at] == 16 and #entries[at + 1] == 50 and is_alive(entries[at + 1]) then
      answer[#answer + 1] = entries[at] .. record_of(book, entries[at])
    end
  end
  return answer
end, READ_ONLY)
