-- Orders in the head and in the indexes.
--
-- Invariant of the indexes: an ask is in its region's and its seller's index exactly while it is open
-- and its remainder is at least its lot (MATCH-5); a bid is in its pin's index exactly while it is
-- open.

local function is_offered(record)
  local remaining, state, lot = unpack('>I6BI6', record, 15)
  return state == OPEN and remaining >= lot
end

-- ---------------------------------------------------------------------------------------------
-- Asks.

-- Its score and member in the indexes, its region and seller.
local function index_entry(id, record)
  local score = format('%.0f', unpack('>I6', record))
  return score, sub(record, 7, 14) .. id, unpack('>Bc16', record, 34)
end

local function index_ask(book, id, record)
  local score, member, region, seller = index_entry(id, record)
  call('ZADD', book.asks[region], score, member)
  call('ZADD', book.seller .. seller, score, member)
end

-- Adds an ask to the indexes. The head already has its record.
local function offer(book, id, record)
  index_ask(book, id, record)
  enter_top(book, id, record)
end

local function withdraw(book, id, record)
  local member = sub(record, 7, 14) .. id
  local region, seller = unpack('>Bc16', record, 34)
  call('ZREM', book.asks[region], member)
  call('ZREM', book.seller .. seller, member)
  leave_top(book, id)
end

-- Writes an ask and updates the indexes. `before` is its previous record, nil for a new ask. A further
-- field of the head may be written with it.
local function store_ask(book, id, before, after, field, value)
  local was_offered = before and is_offered(before)
  local offered = is_offered(after)
  if book.bounds and offered and not (was_offered and state_of(after) <= state_of(before)) then
    raise(book, after)
  end
  local slot = offered and slot_of(book, id)
  local name, text = id, after
  if slot then
    name, text = REMAINDERS, with_remainder(book, slot, state_of(after))
    book.remainders = text
  end
  if field then call('HSET', book.head, name, text, field, value)
  else call('HSET', book.head, name, text) end
  if offered and not was_offered then offer(book, id, after) end
  if was_offered and not offered then withdraw(book, id, before) end
end

-- ---------------------------------------------------------------------------------------------
-- Bids.

local function rest_bid(book, id, record)
  local score = format('%.0f', unpack('>I6', record))
  call('ZADD', book.bids[byte(record, 34)], score, sub(record, 7, 14) .. id)
  call('HINCRBY', book.head, 'bids', 1)
end

local function remove_bid(book, id, record)
  call('ZREM', book.bids[byte(record, 34)], sub(record, 7, 14) .. id)
  call('HINCRBY', book.head, 'bids', -1)
end

-- Whether bids rest: without any, no ask can cross.
local function has_bids(book)
  local count = call('HGET', book.head, 'bids')
  return count and count ~= '0'
end

local function hour_of(now) return floor(now / HOUR_MS) % 65536 end

local function closed_bid(record, remaining, state, now)
  return sub(record, 1, 14) .. pack('>I6B', remaining, BID + state) .. sub(record, 22, 25)
    .. pack('>I2', hour_of(now)) .. sub(record, 28)
end

-- ---------------------------------------------------------------------------------------------
-- Closes an order of either side that is open or entering: cancelled, or expired. Returns its
-- record. Its fills remain.
local function close_order(book, id, record, state, now)
  local remaining, before = state_of(record)
  local after
  if before > BID then
    after = closed_bid(record, remaining, state, now)
    if before == BID + OPEN then remove_bid(book, id, record) end
    call('HSET', book.head, id, after)
  else
    after = with_state(record, remaining, state)
    call('HSET', book.head, id, after)
    if is_offered(record) then withdraw(book, id, record) end
  end
  journal(book, CLOSED_AS[state], now, id, after)
  return after
end

-- Whether an order is neither closed nor filled.
local function is_alive(record)
  local state = byte(record, 21) % BID
  return state == OPEN or state == ENTERING
end

local function is_over(record, now)
  local _, expires_at = terms_of(record)
  return expires_at <= now
end
