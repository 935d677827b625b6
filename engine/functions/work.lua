-- work: finishes the matching that a caller has left behind. Every command does a part of it first;
-- this one does nothing else.
--
-- Key: the book's head. Answers: {'done'}: nothing is left; {'again'}, {'unavailable'}.

command('work', function(head)
  local book, values = open_book(head)
  if not book then return values end
  return { 'done' }
end)
