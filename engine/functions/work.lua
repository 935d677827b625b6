-- work: finishes unfinished matching. Every command processes a part of it first; this command does
-- nothing else.
--
-- Key: the book's head. Answers: {'done'}: no work remains; {'again'}, {'unavailable'}.

command('work', function(head)
  local book, values = open_book(head)
  if not book then return values end
  return { 'done' }
end)
