-- invalidate: closes a book until it is rebuilt; every command then answers `unavailable`.
--
-- Key: the book's head. Arguments: the epoch that is not to be trusted any more.
-- Answers: {'invalidated'}; {'unchanged'}: the book has another epoch by now, or none.
-- The fence stays: a rebuild that was overtaken does not open the book again.

command('invalidate', function(head, args)
  if present_epoch(head) ~= args[1] then return { 'unchanged' } end
  close_book(head)
  return { 'invalidated' }
end)
