-- How an ask enters, leaves and returns to what is offered.
--
-- The rule of every index: an ask stands in `index`, in its region's and in its seller's index
-- exactly while it is open and its remainder is at least its lot (decisions section 3 rule 12).

local function is_offered(record)
  local remaining, state, lot = unpack('>I6BI6', record, 15)
  return state == OPEN and remaining >= lot
end

local function offer(book, ask_id, record)
  local score = format('%.0f', unpack('>I6', record))
  local member = sub(record, 7, 14) .. ask_id
  local region, seller = unpack('>Bc16', record, 34)
  call('ZADD', book.index, score, member)
  call('ZADD', book.region_index[region], score, member)
  call('ZADD', book.seller_index .. seller, score, member)
end

local function withdraw(book, ask_id, record)
  local member = sub(record, 7, 14) .. ask_id
  local region, seller = unpack('>Bc16', record, 34)
  call('ZREM', book.index, member)
  call('ZREM', book.region_index[region], member)
  call('ZREM', book.seller_index .. seller, member)
end

-- Writes an ask and keeps the indexes true to it. `before` is its former record, nil when it is
-- new.
local function store_ask(book, ask_id, before, after)
  call('HSET', book.asks, ask_id, after)
  local was_offered = before ~= nil and is_offered(before)
  local offered = is_offered(after)
  if offered and not was_offered then offer(book, ask_id, after) end
  if was_offered and not offered then withdraw(book, ask_id, before) end
end

-- Have an ask looked at once the second is over in which the time lies
-- (engine/functions/expire.lua).
local function look_again(book, ask_id, at_ms)
  local second = format('%.0f', floor(at_ms / 1000) + 1)
  if call('RPUSH', book.agenda .. ':' .. second, ask_id) == 1 then
    call('ZADD', book.agenda, second, second)
  end
end

-- Closes an ask whose time is over. Its agenda entry stays, and leads to its being forgotten.
local function expire_ask(book, ask_id, record, now)
  local remaining = state_of(record)
  local after = with_state(record, remaining, EXPIRED)
  store_ask(book, ask_id, record, after)
  journal(book, EXPIRED_EVENT, now, remaining, NO_ID, ask_id, after)
end
