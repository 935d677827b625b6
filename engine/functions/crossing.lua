-- Placing an order: it is matched with the crossing orders of the other side, at the resting order's
-- price, in price-time order; its remainder then rests.
--
-- One call examines at most LIMITS.scan (2 or more) orders of the other side and entries of `work`
-- together. An order with unfinished matching stays ENTERING and is listed in `work`, and the book is
-- busy: the next command first finishes a further part and answers `again`. Any caller thus completes
-- unfinished work, nothing runs between the parts, and from outside each command is one step. A halted
-- book matches nothing: orders wait in `work` until the book is resumed.
--
-- An entry of `work`:  1  order 16 · 17  phase 1 · 18  tokens found so far 6 · 24  at 6, the time at
-- which the order was placed, zero when that is the book's resumption · 30  position 14, or nothing:
-- every order at or before the position was checked and stays unchanged.
-- One time applies to all parts of an order's matching: an order unexpired at it stays unexpired.
-- For a REOPENING:  30  the voided fill 16.
local MATCHING, PROBING, REOPENING = 1, 2, 3

-- The rule for the open remainder of a bid. A bid whose code is unknown to this release is cancelled.
local NO_RULE = {}
local function time_in_force_of(bid) return TIMES_IN_FORCE[byte(bid, 25)] or NO_RULE end

local TAKER_IS_BID, TAKER_IS_ASK = '\1', '\2'

local function set_epoch_field(book, epoch_field)
  call('HSET', book.head, 'epoch', epoch_field)
  book.epoch_field, book.busy = epoch_field, epoch_field ~= book.epoch
end

local function leave_unfinished(book, id, progress)
  local entry = id .. pack('>BI6I6', progress.phase, progress.found, progress.at)
    .. progress.position
  call('LPUSH', book.work, entry)
  if not book.busy then set_epoch_field(book, book.epoch .. ' busy') end
  return false
end

-- ---------------------------------------------------------------------------------------------
-- Fills of bids.

-- The order's id as a UUIDv8, with the fill's count in its last three bytes.
local function fill_id_of(order_id, count)
  local version = char(128 + byte(order_id, 7) % 16)
  return sub(order_id, 1, 6) .. version .. sub(order_id, 8, 13) .. pack('>I3', count)
end

-- Stores a fill. Returns the bid after it, and the fill's data for the journal.
local function fill_bid(book, id, bid, ask_id, price, taker, quantity, now)
  local remaining, state = state_of(bid)
  local count = unpack('>I3', bid, 22) + 1
  local fill_id, packed_quantity = fill_id_of(id, count), pack('>I6', quantity)
  call('HSET', book.head, fill_id, ask_id .. packed_quantity .. book.fill_tail
    .. id .. price .. taker .. pack('>I6', now))
  local after = sub(bid, 1, 14) .. pack('>I6BI3', remaining - quantity, state, count) .. sub(bid, 25)
  return after, packed_quantity .. fill_id
end

local function is_same_owner(book, owners, seller, excluded)
  if excluded == NO_ID then return false end
  if owners[seller] == nil then owners[seller] = call('HGET', book.owners, seller) end
  return owners[seller] == excluded
end

-- ---------------------------------------------------------------------------------------------
-- Matches a placed or reopened ask: the crossing resting bids get its tokens, while it has at least its
-- lot. Returns its record, and whether the matching is finished.
local function sell(book, id, record, progress, now, budget)
  local remaining, state, lot, _, region, seller = unpack('>I6BI6I6Bc16', record, 15)
  local high, low = price_of(record)
  local owners = {}
  local indexes = { book.bids[0], REGION_HAS_PINS[region] and book.bids[region] or nil }
  local walk = walk_of(indexes, progress.position)
  while remaining >= lot and remaining > 0 do
    local bid_id = current_of(walk)
    if not bid_id then break end
    local bid = call('HGET', book.head, bid_id)
    local bid_high, bid_low = price_of(bid)
    if bid_high < high or (bid_high == high and bid_low < low) then break end
    if budget.remaining <= 0 then return with_state(record, remaining, state), false end
    budget.remaining = budget.remaining - 1
    local open, _, _, _, _, expires_at, _, excluded = unpack('>I6BI3BI2I6Bc16', bid, 15)
    if expires_at <= now then
      close_order(book, bid_id, bid, EXPIRED, now)
      advance(walk, true)
    elseif is_same_owner(book, owners, seller, excluded) then
      progress.position = sub(bid, 1, 14)
      advance(walk)
    else
      local quantity = math.min(open, remaining)
      local price = pack('>I6I2', bid_high, bid_low)
      local after, fill = fill_bid(book, bid_id, bid, id, price, TAKER_IS_ASK, quantity, now)
      if quantity == open then
        remove_bid(book, bid_id, bid)
        after = closed_bid(after, 0, FILLED, now)
        advance(walk, true)
      end
      call('HSET', book.head, bid_id, after)
      journal(book, SOLD, now, bid_id, after, fill .. id)
      remaining = remaining - quantity
    end
  end
  return with_state(record, remaining, state), true
end

local function enter_ask(book, id, record, progress, now, budget)
  local after, is_finished = sell(book, id, record, progress, now, budget)
  if not is_finished then
    call('HSET', book.head, id, after)
    return leave_unfinished(book, id, progress)
  end
  after = with_state(after, state_of(after), OPEN)
  store_ask(book, id, nil, after)
  journal(book, PLACED, now, id, after)
  return true
end

-- ---------------------------------------------------------------------------------------------
-- Matches a bid: walks over the eligible asks and calls `take_from` for each, until that returns true.
-- Returns false when the budget is used up first.
local function visit_asks(book, record, progress, now, budget, take_from)
  local high, low = price_of(record)
  local pin, excluded = unpack('>Bc16', record, 34)
  local owners, indexes = {}, {}
  for at, code in ipairs(pin > 0 and { pin } or ALL_REGIONS) do indexes[at] = book.asks[code] end
  local walk = walk_of(indexes, progress.position)
  while true do
    local ask_id = current_of(walk)
    if not ask_id then return true end
    local ask = record_of(book, ask_id)
    local ask_high, ask_low = price_of(ask)
    if ask_high > high or (ask_high == high and ask_low > low) then return true end
    if budget.remaining <= 0 then return false end
    budget.remaining = budget.remaining - 1
    local _, expires_at, _, seller = terms_of(ask)
    if expires_at <= now then
      close_order(book, ask_id, ask, EXPIRED, now)
      advance(walk, true)
    elseif is_same_owner(book, owners, seller, excluded) then
      progress.position = sub(ask, 1, 14)
      advance(walk)
    else
      local is_done, is_gone = take_from(ask_id, ask)
      if is_done then return true end
      if not is_gone then progress.position = sub(ask, 1, 14) end
      advance(walk, is_gone)
    end
  end
end

-- Whether an all-or-nothing bid can be filled: counts without filling.
local function probe(book, record, progress, now, budget)
  local wanted = state_of(record)
  return visit_asks(book, record, progress, now, budget, function(_, ask)
    progress.found = progress.found + state_of(ask)
    return progress.found >= wanted, false
  end)
end

-- Returns the bid's record, and whether the matching is finished.
local function buy(book, id, record, progress, now, budget)
  local is_finished = visit_asks(book, record, progress, now, budget, function(ask_id, ask)
    local offered, wanted = state_of(ask), state_of(record)
    local quantity = math.min(offered, wanted)
    local fill
    record, fill = fill_bid(book, id, record, ask_id, sub(ask, 1, 8), TAKER_IS_BID, quantity, now)
    local after = with_state(ask, offered - quantity, OPEN)
    store_ask(book, ask_id, ask, after)
    journal(book, BOUGHT, now, ask_id, after, fill .. id)
    return quantity == wanted, not is_offered(after)
  end)
  return record, is_finished
end

local function end_of_bid(book, id, record, now, is_rejected)
  local remaining = state_of(record)
  if is_rejected then return closed_bid(record, remaining, REJECTED, now) end
  if remaining == 0 then return closed_bid(record, 0, FILLED, now) end
  if not time_in_force_of(record).rests then return closed_bid(record, remaining, CANCELLED, now) end
  local after = with_state(record, remaining, BID + OPEN)
  rest_bid(book, id, after)
  return after
end

local function enter_bid(book, id, record, progress, now, budget)
  local is_rejected = false
  if progress.phase == PROBING then
    if not probe(book, record, progress, now, budget) then
      return leave_unfinished(book, id, progress)
    end
    is_rejected = progress.found < state_of(record)
    progress.phase, progress.position = MATCHING, ''
  end
  if not is_rejected then
    local is_finished
    record, is_finished = buy(book, id, record, progress, now, budget)
    if not is_finished then
      call('HSET', book.head, id, record)
      return leave_unfinished(book, id, progress)
    end
  end
  record = end_of_bid(book, id, record, now, is_rejected)
  call('HSET', book.head, id, record)
  journal(book, PLACED, now, id, record)
  return true
end

-- ---------------------------------------------------------------------------------------------
-- Continues the matching of an ENTERING order. Returns whether it is finished.
local function continue_entering(book, id, record, progress, budget)
  local now = progress.at
  if is_over(record, now) then
    close_order(book, id, record, EXPIRED, now)
    return true
  end
  local enter_side = is_bid(record) and enter_bid or enter_ask
  return enter_side(book, id, record, progress, now, budget)
end

local function new_budget() return { remaining = LIMITS.scan } end

-- Starts the matching of an order that the head has as ENTERING. Returns whether it is finished.
local function enter(book, id, record, now, budget)
  local is_all_or_nothing = is_bid(record) and time_in_force_of(record).is_atomic
  local phase = is_all_or_nothing and PROBING or MATCHING
  if book.halted or book.busy then
    call('RPUSH', book.work, id .. pack('>BI6I6', phase, 0, book.halted and 0 or now))
    return false
  end
  local progress = { phase = phase, found = 0, at = now, position = '' }
  return continue_entering(book, id, record, progress, budget)
end

-- Reopens the tokens of a voided fill on its bid, which is then matched again.
local function reopen_bid(book, fill_id, fill, now, budget)
  local id, quantity = sub(fill, 30, 45), unpack('>I6', fill, 17)
  local record = record_of(book, id)
  if not record or not time_in_force_of(record).rests then return end
  local remaining, state = state_of(record)
  if state ~= BID + FILLED and not is_alive(record) then return end
  if is_over(record, now) then return end
  if state == BID + OPEN then remove_bid(book, id, record) end
  local after = with_state(record, remaining + quantity, BID + ENTERING)
  call('HSET', book.head, id, after)
  journal(book, REOPENED, now, id, after, pack('>I6', quantity) .. fill_id)
  if state ~= BID + ENTERING then enter(book, id, after, now, budget) end
end

-- Runs after the ask that got the tokens back, whose matching may be unfinished.
local function reopen_in_turn(book, fill_id, fill, now, budget)
  if not book.busy then return reopen_bid(book, fill_id, fill, now, budget) end
  call('RPUSH', book.work, sub(fill, 30, 45) .. pack('>BI6I6', REOPENING, 0, now) .. fill_id)
end

-- Processes the next entry of `work`.
local function do_work(book, entry, budget)
  local id = sub(entry, 1, 16)
  local phase, found, at = unpack('>BI6I6', entry, 17)
  if at == 0 then at = unpack('>I6', call('HGET', book.head, 'resumed')) end
  if phase == REOPENING then
    local fill_id = sub(entry, 30)
    return reopen_bid(book, fill_id, call('HGET', book.head, fill_id), at, budget)
  end
  local record = call('HGET', book.head, id)
  if not record or byte(record, 21) % BID ~= ENTERING then return end
  local progress = { phase = phase, found = found, at = at, position = sub(entry, 30) }
  continue_entering(book, id, record, progress, budget)
end

finish_work = function(book)
  local budget = new_budget()
  while budget.remaining > 0 do
    local entry = call('LPOP', book.work)
    if not entry then return set_epoch_field(book, book.epoch) end
    budget.remaining = budget.remaining - 1
    do_work(book, entry, budget)
  end
end
