-- expire: closes those of the given orders whose time is over.
--
-- Key: the book's head. Arguments: order ids, 16 bytes each, as one text.
-- Answers: {'swept', ids that this call closed ...}; {'again'}, {'unavailable'}.
-- A second call closes nothing more. A command that meets an order past its time closes it, too: the
-- sweep is for tidiness and never decides who gets what.

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
