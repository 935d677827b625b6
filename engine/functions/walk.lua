-- Walking over several indexes as if they were one: price, then time.

-- Whether one position is ahead of another. Compared as numbers: Lua's `<` on text heeds a locale.
local function is_ahead(position, other)
  local high, low, sequence = unpack('>I6I2I6', position)
  local other_high, other_low, other_sequence = unpack('>I6I2I6', other)
  if high ~= other_high then return high < other_high end
  if low ~= other_low then return low < other_low end
  return sequence < other_sequence
end

-- Rank of the first order of an index that stands behind the position, by bisection: the order that
-- stood at the position may be gone, and all orders may share one score.
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

-- A walk over the indexes from behind a position on; without one, from their heads.
local function walk_of(indexes, position)
  local walk = {}
  for at = 1, #indexes do
    local rank = position and position ~= '' and rank_behind(indexes[at], position) or 0
    walk[at] = { index = indexes[at], rank = rank, read = 0, size = 0, chunk = 1 }
  end
  return walk
end

-- Unpacks the next entry of one index; false at its end.
local function advance(source)
  if source.read >= source.size then
    local first = format('%.0f', source.rank)
    local last = format('%.0f', source.rank + source.chunk - 1)
    source.entries = call('ZRANGE', source.index, first, last, 'WITHSCORES')
    source.read, source.size = 0, #source.entries / 2
    source.chunk = math.min(8 * source.chunk, LIMITS.chunk)
    if source.size == 0 then return false end
  end
  source.member = source.entries[2 * source.read + 1]
  source.score = tonumber(source.entries[2 * source.read + 2])
  source.low, source.sequence = unpack('>I2I6', source.member)
  return true
end

-- The id of the order that the walk has come to, nil at the end. It stays there until it is told to
-- go on.
local function current_of(walk)
  local best
  for at = 1, #walk do
    local source = walk[at]
    if not source.ended and not source.member and not advance(source) then source.ended = true end
    if not source.ended and (not best or source.score < best.score or (source.score == best.score
      and (source.low < best.low or (source.low == best.low and source.sequence < best.sequence))))
    then best = source end
  end
  walk.at = best
  return best and sub(best.member, 9)
end

-- Goes on. An order that was taken out of its index meanwhile leaves no rank behind.
local function go_on(walk, is_gone)
  local source = walk.at
  source.read, source.member = source.read + 1, nil
  if not is_gone then source.rank = source.rank + 1 end
end
