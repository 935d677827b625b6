-- cancel: takes an ask off the book. Its fills stand.
--
-- Key: the book's head. Arguments: ask id (16 bytes).
-- Answers: {'cancelled', remaining tokens}; {'unknown'}: there is no such ask, or its time was over
-- first; {'unavailable'}.
-- A second call answers the first one's tokens again.

command('cancel', function(head, args)
  local ask_id = args[1]
  local book = open_book(head)
  if not book then return UNAVAILABLE end

  local record = call('HGET', book.asks, ask_id)
  if not record then return { 'unknown' } end
  local remaining, state = state_of(record)
  if state == OPEN then
    local now = now_ms()
    local _, expires_at = terms_of(record)
    if expires_at <= now then
      expire_ask(book, ask_id, record, now)
      return { 'unknown' }
    end
    local after = with_state(record, remaining, CANCELLED)
    store_ask(book, ask_id, record, after)
    journal(book, CANCELLED_EVENT, now, remaining, NO_ID, ask_id, after)
  end
  return state == EXPIRED and { 'unknown' } or { 'cancelled', format('%.0f', remaining) }
end)
