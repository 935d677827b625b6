-- release: gives tokens of a fill back to its ask, at the ask's old place.
--
-- Key: the book's head. Arguments: fill id (16 bytes), tokens: part of the fill or all of it.
-- Answers: {'released'}; {'duplicate'}: the fill was released before; {'unknown'}: the book has no
-- such fill, and nothing happened; {'unavailable'}. More tokens than the fill has are an error.
-- A fill is released once: a second call, with whatever quantity, answers `duplicate`.
-- An ask that was closed meanwhile stays closed; the tokens are then not offered again.

command('release', function(head, args)
  local fill_id, quantity = args[1], tonumber(args[2])
  local book = open_book(head)
  if not book then return UNAVAILABLE end

  local now = now_ms()
  local fills, hour = fills_of(book, fill_id, now)
  local fill = fills and call('HGET', fills, fill_id)
  if not fill then return { 'unknown' } end
  local taken, _, released = unpack('>I6I6B', fill, 17)
  if released == 1 then return { 'duplicate' } end
  if quantity > taken then error('more tokens than the fill has') end

  local ask_id = sub(fill, 1, 16)
  local record = call('HGET', book.asks, ask_id)
  local remaining, state = state_of(record)
  local after = record
  if state == OPEN then after = with_state(record, remaining + quantity, OPEN) end
  journal(book, RELEASED, now, quantity, fill_id, ask_id, after)
  if state == OPEN then store_ask(book, ask_id, record, after) end
  remember_fill(book, fills, hour, fill_id, sub(fill, 1, 28) .. '\1')
  return { 'released' }
end)
