-- The search for the first ask, by price, then time, that a wish may have.
--
-- One call looks at no more than LIMITS.scan asks. When it has found nothing by then it says where
-- to go on, and the caller calls again: no eligible ask is ever skipped because a scan was bounded.
-- Between two calls the book may change. Ahead of the place reached, an ask can only have become
-- eligible by being placed or by a release, and each of these is in the journal: so the next call
-- first reads what was journalled since, and only then goes on. Time, takes and cancels only ever
-- make asks ineligible.

-- A wish, from the arguments at `first`:
--   minimum tokens, region code or '', seller (16 bytes) or '', excluded sellers (16 bytes each)
local function wish_of(book, args, first)
  local wish = { minimum = tonumber(args[first]), index = book.index }
  local region, seller, excluded = args[first + 1], args[first + 2], args[first + 3]
  if seller and seller ~= '' then -- the narrowest index: its asks are filtered by region
    wish.index = book.seller_index .. seller
    if region ~= '' then wish.region = tonumber(region) end
  elseif region and region ~= '' then
    wish.index = book.region_index[tonumber(region)]
  end
  if excluded and excluded ~= '' then
    wish.excluded = {}
    for at = 1, #excluded, 16 do wish.excluded[sub(excluded, at, at + 15)] = true end
  end
  return wish
end

-- Of an ask that stands in the wish's index: whether it fits, and whether its time is over.
local function judge(wish, record, now)
  local remaining, _, _, expires_at, region = unpack('>I6BI6I6B', record, 15)
  if expires_at <= now then return false, true end
  if remaining < wish.minimum then return false end
  if wish.region and region ~= wish.region then return false end
  return not (wish.excluded and wish.excluded[sub(record, 35)])
end

-- Whether one position is ahead of another. Compared as numbers: Lua's `<` on text heeds a locale.
local function is_ahead(position, other)
  local high, low, sequence = unpack('>I6I2I6', position)
  local other_high, other_low, other_sequence = unpack('>I6I2I6', other)
  if high ~= other_high then return high < other_high end
  if low ~= other_low then return low < other_low end
  return sequence < other_sequence
end

-- Rank of the first ask of an index that stands behind the position, by bisection: the ask that
-- stood at the position may be gone, and all asks may share one score.
local function rank_behind(index, position)
  local from, to = 0, call('ZCARD', index)
  while from < to do
    local middle = floor((from + to) / 2)
    local entry = call('ZRANGE', index, middle, middle, 'WITHSCORES')
    local at = pack('>I6', tonumber(entry[2])) .. sub(entry[1], 1, 8)
    if is_ahead(position, at) then to = middle else from = middle + 1 end
  end
  return from
end

-- The records of index members.
local function records_of(book, members)
  if not members[2] then -- one, by far the most frequent: HMGET would cost twice as much
    return { call('HGET', book.asks, sub(members[1], 9)) }
  end
  local ids = {}
  for at = 1, #members do ids[at] = sub(members[at], 9) end
  return call('HMGET', book.asks, spread(ids))
end

-- Scans from a rank on. Returns ask id, record; or nil, nil, position reached (nil at the end of
-- the index). Asks that it meets past their time are added to `overdue` as id, record, id, record.
local function scan(book, wish, now, rank, overdue)
  local looked, chunk, last = 0, 1, nil
  while looked < LIMITS.scan do
    local members = call('ZRANGE', wish.index, rank + looked, rank + looked + chunk - 1)
    if not members[1] then return nil end
    local records = records_of(book, members)
    for at = 1, #records do
      last = records[at]
      local fits, is_over = judge(wish, last, now)
      if fits then return sub(members[at], 9), last end
      if is_over then
        overdue[#overdue + 1] = sub(members[at], 9)
        overdue[#overdue + 1] = last
      end
    end
    looked = looked + #records
    chunk = math.min(8 * chunk, LIMITS.chunk, LIMITS.scan - looked)
  end
  return nil, nil, sub(last, 1, 14)
end

-- The best ask ahead of `position`, or at it, among those journalled since `version` that the wish
-- may have now. Returns true first when the journal told all; false: start anew, because too much
-- has happened, or the journal has lost that version.
local function overtaking(book, wish, now, position, version)
  local events = call('XRANGE', book.events, version, '+', 'COUNT', LIMITS.scan + 1)
  if #events > LIMITS.scan or not events[1] or events[1][1] ~= version then return false end
  local best_id, best
  for at = 2, #events do
    local entry = events[at][2][2]
    local kind = unpack('>B', entry)
    if kind == PLACED or kind == RELEASED then
      local ask_id = sub(entry, 30, 45)
      local record = call('HGET', book.asks, ask_id)
      if record and call('ZSCORE', wish.index, sub(record, 7, 14) .. ask_id)
        and judge(wish, record, now) and not is_ahead(best or position, record) then
        best_id, best = ask_id, record
      end
    end
  end
  return true, best_id, best
end

-- The whole search. `continuation` is what an earlier call of the same search returned, or nil.
-- Returns ask id, record; or nil, nil, continuation; or nil: no such ask.
local function search(book, wish, now, continuation, overdue)
  local rank = 0
  if continuation and continuation ~= '' then
    local position, version = sub(continuation, 1, 14), sub(continuation, 15)
    local told, ask_id, record = overtaking(book, wish, now, position, version)
    if ask_id then return ask_id, record end
    if told then rank = rank_behind(wish.index, position) end
  end
  local ask_id, record, position = scan(book, wish, now, rank, overdue)
  return ask_id, record, position and position .. newest_event(book)
end
