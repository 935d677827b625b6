-- The search for the first ask, in price-time order, that matches the criteria.
--
-- It skips asks that are known to be too small (bounds.lua), and one call checks at most LIMITS.scan
-- others. If it has found none by then, it returns a continuation, and the caller calls again: a
-- bounded scan never skips an eligible ask.
-- Between two calls the book may change. Before the position reached, an ask can only have become
-- eligible by a placement or a release, and both are in the journal: the next call first reads the
-- events since, and then continues. Expiry, reservations and cancellations only make asks ineligible.

-- Criteria besides the minimum, from one argument:
--   region code 1, 0 for any; plus ONLY_NAMED, and the sellers at the end are the only ones · seller 16,
--   zeros for any · excluded sellers 16 each
local ONLY_NAMED = 128

local function name_sellers(criteria, text, is_only)
  local named, sellers = {}, {}
  for at = 18, #text, 16 do
    sellers[#sellers + 1] = sub(text, at, at + 15)
    named[sellers[#sellers]] = true
  end
  if not is_only then
    criteria.excluded = named
    return
  end
  criteria.sellers = sellers
  criteria.excluded = setmetatable({}, { __index = function(_, seller) return not named[seller] end })
end

local function criteria_of(book, minimum, text)
  local criteria = { minimum = minimum }
  if not text or text == '' then
    criteria.codes = ALL_REGIONS
    return criteria
  end
  local region, seller = byte(text), sub(text, 2, 17)
  local is_only = region >= ONLY_NAMED
  if is_only then region = region - ONLY_NAMED end
  if is_only or #text > 17 then name_sellers(criteria, text, is_only) end
  if region > 0 then criteria.region = region end
  if seller ~= NO_ID then criteria.seller = seller end
  criteria.codes = criteria.region and { region } or ALL_REGIONS
  return criteria
end

local function suits(criteria, region, seller)
  if criteria.region and region ~= criteria.region then return false end
  if criteria.seller and seller ~= criteria.seller then return false end
  return not (criteria.excluded and criteria.excluded[seller])
end

-- For an ask's record: whether it matches the criteria, whether it has expired, its tokens for a bound,
-- and its seller.
local function judge(criteria, record, now)
  local remaining, state, lot, expires_at, region, seller = unpack('>I6BI6I6Bc16', record, 15)
  if state ~= OPEN or remaining < lot then return false, false, 0, seller end
  if expires_at <= now then return false, true, 0, seller end
  if criteria.region and region ~= criteria.region then return false, false, 0, seller end
  local fits = remaining >= criteria.minimum and suits(criteria, region, seller)
  return fits, false, remaining, seller
end

-- The best ask before or at `position`, among the eligible ones with events since `version`. Returns
-- true first when the journal was complete; false: restart, because there are too many events, or the
-- journal no longer has that version.
local function overtaking(book, criteria, now, position, version)
  local events = call('XRANGE', book.events, version, '+', 'COUNT', LIMITS.scan + 1)
  if #events > LIMITS.scan or not events[1] or events[1][1] ~= version then return false end
  local best_id, best
  for at = 2, #events do
    local entry = events[at][2][2]
    local kind = byte(entry)
    if (kind == PLACED or kind == RELEASED) and not is_bid(sub(entry, 24, 73)) then
      local id = sub(entry, 8, 23)
      local record = record_of(book, id)
      if record and judge(criteria, record, now) and not is_ahead(best or position, record) then
        best_id, best = id, record
      end
    end
  end
  return true, best_id, best
end

-- ---------------------------------------------------------------------------------------------
-- A walk that skips asks known to be too small. Each of its sources reads one index along its tree
-- (bounds.lua):
--   g, at, leaf  the current leaf; no leaf: it is after the last one
--   grows        it started at the head of the index, so it can add leaves after the last one
--   is_partial   it has not read its leaf from the start
--   first, count, bound, tops, rest   aggregates of the asks read since the last end of a leaf
--   last         the last of them, as the end of a leaf
--   ahead        the highest bound of the asks read or skipped

local function begin_leaf(source)
  source.leaf = source.tree[source.g] and source.tree[source.g][source.at]
  source.first, source.count, source.bound, source.rest = source.rank, 0, 0, 0
  source.tops = source.excluded and {} or nil
end

-- Moves to the first ask of the leaf at the place; without a leaf, after the last one.
local function seek(source, g, at)
  local tree = source.tree
  local leaf, ends = tree[g] and tree[g][at], leaf_before(tree, g, at)
  local position = ends and pack('>I6I2I6', ends.high, ends.low, ends.sequence)
  local guess = leaf and leaf.rank or tree.end_rank
  source.rank = position and rank_behind(source.index, position, guess) or 0
  if leaf then leaf.rank = source.rank else tree.end_rank = source.rank end
  source.read, source.size, source.member = 0, 0, nil
  source.chunk = leaf and math.max(1, math.min(leaf.count, source.most)) or 1
end

-- The first leaf of the group, from `at` on, that may contain an ask with enough; nil without one.
local function first_leaf(source, group, at)
  for behind = at, #group do
    local bound = bound_of(group[behind], source.excluded)
    if bound >= source.minimum then return behind end
    source.ahead = math.max(source.ahead, bound)
  end
  sum_up(group, source.excluded)
end

-- Moves to the first leaf, from the place on, that may contain an ask with enough.
local function go_to_leaf(source, g, at)
  local tree, from_g, from_at = source.tree, g, at
  while tree[g] do
    local bound = bound_of(tree[g], source.excluded)
    local found = bound >= source.minimum and first_leaf(source, tree[g], at)
    if found then
      at = found
      break
    end
    if bound < source.minimum then source.ahead = math.max(source.ahead, bound) end
    g, at = g + 1, 1
  end
  source.g, source.at = g, at
  if g ~= from_g or at ~= from_at then seek(source, g, at) end
  begin_leaf(source)
end

-- The asks read since the last end of a leaf are all asks of this leaf.
local function settle(source, leaf)
  if source.is_partial then
    source.is_partial = nil
    return
  end
  leaf.bound, leaf.rank, leaf.count = source.bound, source.first, source.count
  if source.tops then leaf.tops, leaf.rest = source.tops, source.rest end
end

-- Ends a leaf after the last ask read, which the source has passed. A small leaf is merged into the
-- previous one.
local function end_leaf(source)
  local tree, leaf, last = source.tree, source.leaf, source.last
  if source.count == 0 or source.is_partial or not (leaf or source.grows) then return end
  if leaf and not is_beyond(leaf.high, leaf.low, leaf.sequence, last) then return end
  local before, group = leaf_before(tree, source.g, source.at)
  if before and before.count + source.count <= LIMITS.leaf then
    before.high, before.low, before.sequence = last.high, last.low, last.sequence
    before.count = before.count + source.count
    sum_in(before, source)
    sum_in(group, before)
  else
    settle(source, last)
    source.g, source.at = following(tree, add_leaf(tree, source.g, source.at, last))
  end
  if not leaf then tree.end_rank = source.rank end
  begin_leaf(source)
end

-- Called for each entry of an index, and at its end. Ends the leaf before the entry, and skips the
-- following leaves that are known to be too small.
pass_over = function(source, is_there)
  while source.leaf do
    if is_there and not is_beyond(source.score, source.low, source.sequence, source.leaf) then
      return true
    end
    settle(source, source.leaf)
    if not is_there then
      truncate(source.tree, source.g, source.at)
      source.g, source.at, source.leaf, source.count = #source.tree + 1, 1, nil, 0
      source.tree.end_rank = source.rank
      return false
    end
    go_to_leaf(source, following(source.tree, source.g, source.at))
    is_there = fetch(source)
  end
  if not is_there then end_leaf(source) end
  return is_there
end

local function count_in(source, counted, seller)
  source.count = source.count + 1
  if counted > 0 then note(source, seller, counted) end
  if counted > source.ahead then source.ahead = counted end
end

-- The current ask does not qualify: continues, and records its tokens.
local function learn(walk, counted, seller)
  local source = walk.at
  source.last = { high = source.score, low = source.low, sequence = source.sequence }
  count_in(source, counted, seller)
  advance(walk)
  if source.count >= LIMITS.leaf then end_leaf(source) end
end

-- The number of prefetched entries of the source that belong to its leaf and are after the top, where
-- records contain the remainder.
local function sieve_size(book, source)
  local entries, top = source.entries, book.entries[#book.entries]
  if source.read > 0 or source.size < 2 or source.is_sieved == entries then return 0 end
  source.is_sieved = entries
  if top and not is_beyond(source.score, source.low, source.sequence, top) then return 0 end
  local size, leaf = source.size, source.leaf
  while leaf and size > 0 do
    local low, sequence = unpack('>I2I6', entries[2 * size - 1])
    if not is_beyond(tonumber(entries[2 * size]), low, sequence, leaf) then break end
    size = size - 1
  end
  return size
end

-- Checks the prefetched entries of the source, independently of the other sources, and skips the ones
-- that do not qualify. Returns their number.
local function sieve(book, source, criteria, now)
  local size, entries, ids = sieve_size(book, source), source.entries, {}
  if size == 0 then return 0 end
  for at = 1, size do ids[at] = sub(entries[2 * at - 1], 9) end
  local records, went = call('HMGET', book.head, spread(ids)), 0
  while went < size do
    local fits, is_over, counted, seller = judge(criteria, records[went + 1], now)
    if fits or is_over then break end
    went = went + 1
    count_in(source, counted, seller)
  end
  if went == 0 then return 0 end
  local low, sequence = unpack('>I2I6', entries[2 * went - 1])
  source.last = { high = tonumber(entries[2 * went]), low = low, sequence = sequence }
  source.read, source.rank, source.member = went, source.rank + went, nil
  if source.count >= LIMITS.leaf then end_leaf(source) end
  return went
end

-- The indexes with the asks that may match the criteria, each with its tree. A seller's own is the narrowest.
local function trees_of(book, bounds, criteria)
  if criteria.seller then return { book.seller .. criteria.seller }, { tree_of(bounds, criteria) } end
  local indexes, trees = {}, {}
  if criteria.sellers then
    for at, seller in ipairs(criteria.sellers) do
      indexes[at], trees[at] = book.seller .. seller, pin_tree(bounds, pin_key(criteria, seller))
    end
    return indexes, trees
  end
  for at, code in ipairs(criteria.codes) do
    indexes[at], trees[at] = book.asks[code], bounds.regions[code]
  end
  return indexes, trees
end

-- Starts at the position, within a leaf. The bounds alone do not show that everything before it can be
-- skipped: they may lack some of the excluded sellers.
local function begin_within(source, position)
  local tree = source.tree
  local g, at = place_of(tree, unpack('>I6I2I6', position))
  local leaf = tree[g] and tree[g][at]
  source.g, source.at = g, at
  if not leaf then
    seek(source, g, at)
    begin_leaf(source)
  elseif bound_of(leaf, source.excluded) < source.minimum then
    go_to_leaf(source, g, at)
  else
    source.rank = rank_behind(source.index, position, leaf.rank)
    begin_leaf(source)
    source.is_partial = true
  end
end

local function bounded_source(index, tree, criteria, position)
  restrain(tree, index)
  local source = source_of(index, 0)
  source.most = math.min(LIMITS.chunk, LIMITS.leaf)
  source.tree, source.minimum, source.excluded, source.ahead = tree, criteria.minimum, criteria.excluded, 0
  source.grows = not position or (tree.reached ~= nil and not is_ahead(tree.reached, position))
  if not source.grows then
    source.rank, source.g, source.at = rank_behind(index, position), #tree + 1, 1
    begin_leaf(source)
  elseif position and criteria.excluded then
    begin_within(source, position)
  else
    go_to_leaf(source, 1, 1)
  end
  return source
end

local function bounded_walk_of(book, bounds, criteria, position)
  local walk = {}
  local indexes, trees = trees_of(book, bounds, criteria)
  for at = 1, #indexes do walk[at] = bounded_source(indexes[at], trees[at], criteria, position) end
  return walk
end

-- The search has found its ask. Stores a memo, unless an earlier call checked some of the asks before
-- it.
local function keep_found(walk, tree, criteria, id, record)
  local ahead = 0
  for _, source in ipairs(walk) do
    end_leaf(source)
    ahead = source.grows and math.max(ahead, source.ahead) or criteria.minimum
  end
  if ahead < criteria.minimum and not criteria.excluded then remember(tree, id, record, ahead) end
end

-- The search ends unfinished: its bounds are valid up to the position.
local function keep_reached(walk, position)
  for _, source in ipairs(walk) do
    end_leaf(source)
    local reached = source.tree.reached
    if source.grows and not (reached and is_ahead(position, reached)) then
      source.tree.reached = position
    end
  end
end

-- The whole search. `continuation` comes from an earlier call of the same search, or is nil. Returns
-- ask id, record; or nil, nil, continuation; or nil: no such ask. Appends expired asks to `overdue` as
-- id, record, id, record.
local function search(book, criteria, now, continuation, overdue)
  local position
  if continuation and continuation ~= '' then
    position = sub(continuation, 1, 14)
    local told, id, record = overtaking(book, criteria, now, position, sub(continuation, 15))
    if id then return id, record end
    if not told then position = nil end
  end
  local bounds = bounds_of(book)
  local tree = tree_of(bounds, criteria)
  local walk, looked = bounded_walk_of(book, bounds, criteria, position), 0
  local id = current_of(walk)
  while id and looked < LIMITS.scan do
    local sieved = sieve(book, walk.at, criteria, now)
    if sieved == 0 then
      local record = record_of(book, id)
      local fits, is_over, counted, seller = judge(criteria, record, now)
      if fits then
        keep_found(walk, tree, criteria, id, record)
        return id, record
      end
      if is_over then
        overdue[#overdue + 1] = id
        overdue[#overdue + 1] = record
      end
      learn(walk, counted, seller)
    end
    looked = looked + math.max(sieved, 1)
    id = current_of(walk)
  end
  if not id then return nil end
  local source = walk.at
  position = pack('>I6I2I6', source.score, source.low, source.sequence - 1)
  keep_reached(walk, position)
  return nil, nil, position .. newest_event(book)
end
