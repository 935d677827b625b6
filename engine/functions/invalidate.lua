-- invalidate: closes a book until it is rebuilt; every command then answers `unavailable`.
--
-- Key: the book's head. Arguments: the epoch that is no longer trusted.
-- Answers: {'invalidated'}; {'unchanged'}: the book has another epoch, or none.
-- The fence remains: a superseded rebuild cannot open the book again.

command('invalidate', function(head, args)
  if present_epoch(head) ~= args[1] then return { 'unchanged' } end
  close_book(head)
  return { 'invalidated' }
end)
