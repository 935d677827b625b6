-- best: the ask that a reservation with the same criteria would get without its limit. Read-only.
--
-- Key: the book's head. Arguments, absent at the end where they do not apply: minimum tokens 6, the
-- criteria (search.lua) or '', continuation or ''.
-- Answers: {'best', epoch, ask id and record}; {'none', epoch}; {'continue', continuation};
-- {'unavailable'}.

command('best', function(head, args)
  local book = view_book(head)
  if not book then return UNAVAILABLE end
  local criteria = criteria_of(book, unpack('>I6', args[1]), args[2])
  local id, record, continuation = search(book, criteria, now_ms(head), args[3], {})
  if continuation then return { 'continue', continuation } end
  if not id then return { 'none', book.epoch } end
  return { 'best', book.epoch, id .. record }
end, READ_ONLY)
