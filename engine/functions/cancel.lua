-- cancel: takes an order of either side off the book. Its fills stand.
--
-- Key: the book's head. Arguments: order id 16.
-- Answers: {'cancelled', record}; {'unknown'}: there is no such order, or it was filled, or its time
-- was over first; {'again'}, {'unavailable'}.
-- A second call answers the first one's record again.

command('cancel', function(head, args)
  local id = args[1]
  local book, values = open_book(head, id)
  if not book then return values end

  if not values[4] then return { 'unknown' } end
  local record = record_of(book, id, values[4])
  if is_alive(record) then
    local now = now_ms(head)
    local state = is_over(record, now) and EXPIRED or CANCELLED
    record = close_order(book, id, record, state, now)
  end
  if byte(record, 21) % BID ~= CANCELLED then return { 'unknown' } end
  return { 'cancelled', record }
end)
