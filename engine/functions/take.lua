-- take: reserves tokens of the first ask, by price, then time, that a bid may have.
--
-- Key: the book's head. Arguments, absent at the end where they do not apply:
--   fill id (16 bytes, UUIDv7), limit price (8 bytes), maximum tokens, minimum tokens,
--   region code or '', seller or '', excluded sellers or '', continuation or ''.
-- The ask must hold the minimum; the fill gets what it holds, up to the maximum.
-- Answers: {'taken', fill record, ask record}; {'above_limit', price (8 bytes)}: the first such ask
-- costs more than the limit; {'no_match'}: there is none; {'go_on', continuation}: call again with
-- it; {'too_old'}: the id is older than the memory; {'unavailable'}.
-- A second call with the id answers the first fill again, also after its release. Refusals are not
-- remembered: nothing happened.

local function is_above(record, limit)
  local high, low = unpack('>I6I2', record)
  local limit_high, limit_low = unpack('>I6I2', limit)
  return high > limit_high or (high == limit_high and low > limit_low)
end

local function expire_all(book, overdue, now)
  for at = 1, #overdue, 2 do expire_ask(book, overdue[at], overdue[at + 1], now) end
end

command('take', function(head, args)
  local fill_id, limit, maximum = args[1], args[2], tonumber(args[3])
  local book = open_book(head)
  if not book then return UNAVAILABLE end

  local now = now_ms()
  local fills, hour = fills_of(book, fill_id, now)
  if not fills then return { 'too_old' } end
  local known = call('HGET', fills, fill_id)
  if known then return { 'taken', known, call('HGET', book.asks, sub(known, 1, 16)) } end

  local overdue = {}
  local ask_id, record, continuation = search(book, wish_of(book, args, 4), now, args[8], overdue)
  expire_all(book, overdue, now)
  if continuation then return { 'go_on', continuation } end
  if not ask_id then return { 'no_match' } end
  if is_above(record, limit) then return { 'above_limit', sub(record, 1, 8) } end

  local remaining = state_of(record)
  local quantity = remaining < maximum and remaining or maximum
  local after = with_state(record, remaining - quantity, OPEN)
  local fill = ask_id .. pack('>I6I6B', quantity, tonumber(book.epoch), 0)
  journal(book, TAKEN, now, quantity, fill_id, ask_id, after)
  store_ask(book, ask_id, record, after)
  remember_fill(book, fills, hour, fill_id, fill)
  return { 'taken', fill, after }
end)
