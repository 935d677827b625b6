-- reserve: reserves tokens of the first eligible ask, in price-time order.
--
-- Key: the book's head. Arguments, absent at the end where they do not apply:
--   fill id 16 (UUIDv7) · limit price 8 · maximum tokens 6 · minimum tokens 6, as one string;
--   the criteria (search.lua) or ''; continuation or ''.
-- The ask must hold the minimum; the fill gets its remainder, up to the maximum.
-- Answers: {'reserved', fill record, ask id and record (possibly outdated: only its
-- constant fields are valid)}; {'above_limit', price 8, epoch}: the first eligible ask costs more than
-- the limit; {'no_match', epoch}: there is none; {'continue', continuation}: call again with it;
-- {'too_old'}: the id is older than the retention period; {'halted'}, {'again'}, {'unavailable'}.
-- A repetition with the id returns the first fill, even after its release. Refusals change nothing
-- and are not stored.

local TOO_OLD = { 'too_old' }

-- The largest remainder at the top, and the earliest expiry of its asks: these two exclude most
-- unsuccessful searches of the top.
local function scan_remainders(book)
  local entries, remainders, most, soonest = book.entries, book.remainders, 0, 2 ^ 48
  for slot = 1, #entries do
    most = math.max(most, (unpack('>I6', remainders, 6 * slot - 5)))
    soonest = math.min(soonest, entries[slot].expires_at)
  end
  book.scanned_digest, book.scanned_remainders = book.digest, remainders
  book.most_remaining, book.soonest_expiry = most, soonest
end

-- The usual case: an ask at the top qualifies. Returns its slot and its remainder; nil and true when an
-- expired ask precedes it, which the search closes.
local function first_of_top(book, criteria, minimum, now)
  local entries, remainders = book.entries, book.remainders
  if remainders == book.scanned_remainders and book.digest == book.scanned_digest
    and minimum > book.most_remaining and now < book.soonest_expiry then return nil end
  for slot = 1, #entries do
    local ask = entries[slot]
    if ask.expires_at <= now then return nil, true end
    local remaining = unpack('>I6', remainders, 6 * slot - 5)
    if remaining >= minimum and (not criteria or suits(criteria, ask.region, ask.seller)) then
      return slot, remaining
    end
  end
  scan_remainders(book)
  return nil
end

-- Reserves from an ask that keeps its lot and its place: besides the journal entry it writes only the
-- head's field with the remainder. This is the hot path: each string is packed at once, and constant
-- parts are reused.
local function reserve_in_place(book, ask, field, value, fill_id, quantity, remainder, now)
  local fill = pack('>c16I6c7', ask.id, quantity, book.fill_tail)
  call('HSET', book.head, field, value, fill_id, fill)
  append(book, pack('>BI6c30I6c30I6c16', RESERVED, now, ask.start, remainder, ask.rest, quantity, fill_id))
  return { 'reserved', fill, ask.text }
end

local function reserve_of(book, id, record, fill_id, quantity, now)
  local after = with_state(record, state_of(record) - quantity, OPEN)
  local packed_quantity = pack('>I6', quantity)
  local fill = id .. packed_quantity .. book.fill_tail
  store_ask(book, id, record, after, fill_id, fill)
  journal(book, RESERVED, now, id, after, packed_quantity .. fill_id)
  return { 'reserved', fill, id .. after }
end

command('reserve', function(head, args)
  local request = args[1]
  local fill_id = sub(request, 1, 16)
  local book, values = open_book(head, fill_id)
  if not book then return values end
  local known = values[4]
  if known then
    local id = sub(known, 1, 16)
    return { 'reserved', known, id .. record_of(book, id) }
  end
  if book.halted then return HALTED end

  local now = now_ms(head)
  local made_at, _, _, high, low, maximum, minimum = unpack('>I6I6I4I6I2I6I6', request)
  if is_too_old(made_at, now) then return TOO_OLD end

  local criteria = args[2] and args[2] ~= '' and criteria_of(book, minimum, args[2]) or nil
  local slot, remaining = first_of_top(book, criteria, minimum, now)
  local ask, id, record, continuation
  if slot then
    ask = book.entries[slot]
    id = ask.id
  elseif book.bounds and not remaining then
    ask, record = remembered(book, tree_of(bounds_of(book), criteria), criteria, minimum, now)
    if ask then id, remaining = ask.id, state_of(record) end
  end
  if ask then
    if ask.high > high or (ask.high == high and ask.low > low) then
      return { 'above_limit', sub(ask.text, 17, 24), book.epoch }
    end
    local remainder = remaining - maximum
    if remainder >= ask.lot then
      if slot then
        local remainders = with_remainder(book, slot, remainder)
        return reserve_in_place(book, ask, REMAINDERS, remainders, fill_id, maximum, remainder, now)
      elseif not slot_of(book, id) then
        local after = pack('>c14I6c30', record, remainder, sub(record, 21))
        return reserve_in_place(book, ask, id, after, fill_id, maximum, remainder, now)
      end
    end
    record = record or record_of(book, id)
  else
    local overdue = {}
    id, record, continuation = search(book, criteria or criteria_of(book, minimum), now, args[3], overdue)
    for at = 1, #overdue, 2 do close_order(book, overdue[at], overdue[at + 1], EXPIRED, now) end
  end
  if continuation then return { 'continue', continuation } end
  if not id then return { 'no_match', book.epoch } end
  local ask_high, ask_low = price_of(record)
  if ask_high > high or (ask_high == high and ask_low > low) then
    return { 'above_limit', sub(record, 1, 8), book.epoch }
  end
  return reserve_of(book, id, record, fill_id, math.min(state_of(record), maximum), now)
end)
