-- A walk over several indexes as one, in price-time order.

-- Whether one position is before another. Compared as numbers: Lua's `<` on strings depends on a locale.
local function is_ahead(position, other)
  local high, low, sequence = unpack('>I6I2I6', position)
  local other_high, other_low, other_sequence = unpack('>I6I2I6', other)
  if high ~= other_high then return high < other_high end
  if low ~= other_low then return low < other_low end
  return sequence < other_sequence
end

-- Whether the entry at a rank of an index is after the position. The end is after every position.
local function is_behind(index, rank, position)
  local entry = call('ZRANGE', index, rank, rank, 'WITHSCORES')
  if not entry[1] then return true end
  return is_ahead(position, pack('>I6', tonumber(entry[2])) .. sub(entry[1], 1, 8))
end

-- Two ranks around the sought one, in doubling steps from the expected rank.
local function ranks_around(index, position, guess)
  local step = 1
  if not is_behind(index, guess, position) then
    local from = guess + 1
    while not is_behind(index, from + step - 1, position) do
      from, step = from + step, 2 * step
    end
    return from, from + step - 1
  end
  local to = guess
  while to > 0 and is_behind(index, math.max(to - step, 0), position) do
    to, step = math.max(to - step, 0), 2 * step
  end
  return math.min(to, math.max(to - step + 1, 0)), to
end

-- Rank of the first order of an index after the position, by bisection: the order at the position may
-- have been removed, and all orders may share one score. A good guess saves most steps.
local function rank_behind(index, position, guess)
  local from, to
  if guess then from, to = ranks_around(index, position, guess)
  else from, to = 0, call('ZCARD', index) end
  while from < to do
    local middle = floor((from + to) / 2)
    if is_behind(index, middle, position) then to = middle else from = middle + 1 end
  end
  return from
end

local function source_of(index, rank)
  return { index = index, rank = rank, read = 0, size = 0, chunk = 1, most = LIMITS.chunk }
end

-- A walk over the indexes, starting after a position; without one, at their heads.
local function walk_of(indexes, position)
  local walk = {}
  for at = 1, #indexes do
    local rank = position and position ~= '' and rank_behind(indexes[at], position) or 0
    walk[at] = source_of(indexes[at], rank)
  end
  return walk
end

-- Unpacks the next entry of one index; false at its end.
local function fetch(source)
  if source.read >= source.size then
    local first = format('%.0f', source.rank)
    local last = format('%.0f', source.rank + source.chunk - 1)
    source.entries = call('ZRANGE', source.index, first, last, 'WITHSCORES')
    source.read, source.size = 0, #source.entries / 2
    source.chunk = math.min(8 * source.chunk, source.most)
    if source.size == 0 then return false end
  end
  source.member = source.entries[2 * source.read + 1]
  source.score = tonumber(source.entries[2 * source.read + 2])
  source.low, source.sequence = unpack('>I2I6', source.member)
  return true
end

local pass_over -- in search.lua

local function advance_source(source)
  local is_there = fetch(source)
  if source.tree then return pass_over(source, is_there) end
  return is_there
end

-- The id of the walk's current order, nil at the end. `advance` moves to the next one.
local function current_of(walk)
  local best
  for at = 1, #walk do
    local source = walk[at]
    if not source.ended and not source.member and not advance_source(source) then source.ended = true end
    if not source.ended and (not best or source.score < best.score or (source.score == best.score
      and (source.low < best.low or (source.low == best.low and source.sequence < best.sequence))))
    then best = source end
  end
  walk.at = best
  return best and sub(best.member, 9)
end

-- Moves the walk past its current order. An order that was removed from its index has no rank.
local function advance(walk, is_gone)
  local source = walk.at
  source.read, source.member = source.read + 1, nil
  if not is_gone then source.rank = source.rank + 1 end
end
