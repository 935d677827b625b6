-- expire: closes the expired ones of the given orders.
--
-- Key: the book's head. Arguments: order ids, 16 bytes each, as one string.
-- Answers: {'swept', ids that this call closed ...}; {'again'}, {'unavailable'}.
-- A repetition closes nothing more. Other commands close the expired orders that they find, too: the
-- sweep never influences matching.

command('expire', function(head, args)
  local book, values = open_book(head)
  if not book then return values end
  local now, answer = now_ms(head), { 'swept' }
  for at = 1, #args[1], 16 do
    local id = sub(args[1], at, at + 15)
    local record = record_of(book, id)
    if record and is_alive(record) and is_over(record, now) then
      close_order(book, id, record, EXPIRED, now)
      answer[#answer + 1] = id
    end
  end
  return answer
end)
