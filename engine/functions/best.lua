-- best: the ask that a take with the same wish would get, if its limit allowed. Reads only.
--
-- Key: the book's head. Arguments, absent at the end where they do not apply: minimum tokens,
-- region code or '', seller or '', excluded sellers or '', continuation or ''.
-- Answers: {'best', ask id, record}; {'none'}; {'go_on', continuation}; {'unavailable'}.

command('best', function(head, args)
  local book = open_book(head)
  if not book then return UNAVAILABLE end
  local ask_id, record, continuation = search(book, wish_of(book, args, 1), now_ms(), args[5], {})
  if continuation then return { 'go_on', continuation } end
  if not ask_id then return { 'none' } end
  return { 'best', ask_id, record }
end, READ_ONLY)
