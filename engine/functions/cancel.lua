-- cancel: removes an order of either side from the book. Its fills remain.
--
-- Key: the book's head. Arguments: order id 16.
-- Answers: {'cancelled', record}; {'unknown'}: there is no such order, or it was filled or expired
-- first; {'again'}, {'unavailable'}.
-- A repetition returns the first call's record.

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
