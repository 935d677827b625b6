-- Bounds: a cache of upper bounds on the sizes of the asks in an index, by which a search skips asks
-- that are too small without reading them.
--
-- They exist in the memory of the functions only and are not part of the book: without them a search
-- reads every ask, and builds them. Invariant: a bound is never below the reservable quantity of any
-- unexpired ask in its range. Placing and releasing raise it immediately; a reservation does
-- not change it, and an unsuccessful search that reads the whole range lowers it. The cost of each
-- unsuccessful read is thus amortized by an earlier command.
--
-- A tree belongs to one index: an array of groups of leaves, in the order of the asks. A leaf covers
-- the asks after the end of the previous leaf, up to its own end, which is a position. Asks after the
-- last leaf have no bounds yet.
--   leaf   high, low, sequence: its end · bound · rank of its first ask, and count of its asks, when it
--          was read
--   group  its leaves · bound
--   both   tops: sellers and their bounds, at most LIMITS.tops; rest: the bound of all other sellers.
--          Absent until a search that excludes sellers has read the leaf.
-- A memo is an ask before which no ask, under the same filter, has more than `bound`.

local function new_tree() return { memos = {}, next_memo = 1, leaves = 0, most_leaves = 0 } end

-- The bounds of a book, valid while the journal shows no change by others: another release of the
-- functions, or the former primary after a failover.
local function bounds_of(book)
  local bounds = book.bounds
  if bounds then
    local after = '(' .. book.epoch .. '-' .. bounds.version
    if not call('XRANGE', book.events, after, '+', 'COUNT', 1)[1] then return bounds end
  end
  local version = sub(newest_event(book), #book.epoch + 2)
  bounds = { version = version, all = new_tree(), regions = {}, pins = {}, pinned = 0 }
  for code = 1, REGIONS do bounds.regions[code] = new_tree() end
  book.bounds = bounds
  return bounds
end

-- Called after this library appended an entry to the book's journal.
follow_journal = function(book, entry_id)
  local version = sub(entry_id, #book.epoch + 2)
  if tonumber(version) == tonumber(book.bounds.version) + 1 then book.bounds.version = version
  else book.bounds = nil end
end

local function is_beyond(high, low, sequence, ends)
  if high ~= ends.high then return high > ends.high end
  if low ~= ends.low then return low > ends.low end
  return sequence > ends.sequence
end

-- ---------------------------------------------------------------------------------------------
-- Nodes.

-- `tops` is flat: seller, bound, seller, bound.
local function note_seller(node, seller, remaining)
  local tops = node.tops
  local least = 2
  for at = 1, #tops, 2 do
    if tops[at] == seller then
      if remaining > tops[at + 1] then tops[at + 1] = remaining end
      return
    end
    if tops[at + 1] < tops[least] then least = at + 1 end
  end
  if #tops < 2 * LIMITS.tops then
    tops[#tops + 1], tops[#tops + 2] = seller, remaining
  elseif tops[least] < remaining then
    node.rest = math.max(node.rest, tops[least])
    tops[least - 1], tops[least] = seller, remaining
  else
    node.rest = math.max(node.rest, remaining)
  end
end

local function note(node, seller, remaining)
  if remaining > node.bound then node.bound = remaining end
  if node.tops then note_seller(node, seller, remaining) end
end

-- The maximum size of the asks of a node, without those of the excluded sellers.
local function bound_of(node, excluded)
  if not excluded or not node.tops then return node.bound end
  local bound, tops = node.rest, node.tops
  for at = 1, #tops, 2 do
    if tops[at + 1] > bound and not excluded[tops[at]] then bound = tops[at + 1] end
  end
  return math.min(bound, node.bound)
end

-- Merges the bounds of another node into a node.
local function sum_in(node, other)
  if other.bound > node.bound then node.bound = other.bound end
  if not node.tops then return end
  if not other.tops then
    node.tops = nil
    return
  end
  node.rest = math.max(node.rest, other.rest)
  for at = 1, #other.tops, 2 do note_seller(node, other.tops[at], other.tops[at + 1]) end
end

-- Recomputes a group from its leaves.
local function sum_up(group, by_seller)
  group.bound = 0
  group.tops, group.rest = by_seller and {} or nil, 0
  for at = 1, #group do sum_in(group, group[at]) end
end

-- Inserts a leaf at its place; after the last group when there is none at `g`. Returns its place.
local function add_leaf(tree, g, at, leaf)
  local group = tree[g]
  if not group then
    group = tree[g - 1]
    if group and #group < LIMITS.group then g, at = g - 1, #group + 1
    else
      group, at = { bound = 0 }, 1
      tree[g] = group
    end
  end
  table.insert(group, at, leaf)
  sum_in(group, leaf)
  tree.leaves = tree.leaves + 1
  if #group < 2 * LIMITS.group then return g, at end
  local half, second = #group / 2, {}
  for from = half + 1, #group do
    second[from - half] = group[from]
    group[from] = nil
  end
  sum_up(group)
  sum_up(second)
  table.insert(tree, g + 1, second)
  if at > half then return g + 1, at - half end
  return g, at
end

-- The leaf after the place g, at.
local function following(tree, g, at)
  if tree[g] and at < #tree[g] then return g, at + 1 end
  return g + 1, 1
end

-- Drops the tree when it has far more leaves than its index needs, because ranges have become empty.
local function restrain(tree, index)
  if tree.leaves <= tree.most_leaves then return end
  tree.most_leaves = 16 + 8 * call('ZCARD', index) / LIMITS.leaf
  if tree.leaves <= tree.most_leaves then return end
  for g = #tree, 1, -1 do tree[g] = nil end
  tree.leaves, tree.reached, tree.end_rank = 0, nil, nil
end

local function leaf_before(tree, g, at)
  local group = tree[at > 1 and g or g - 1]
  return group and group[at > 1 and at - 1 or #group], group
end

-- Removes everything after the place.
local function truncate(tree, g, at)
  for behind = #tree, g + 1, -1 do
    tree.leaves = tree.leaves - #tree[behind]
    tree[behind] = nil
  end
  for behind = #tree[g], at + 1, -1 do
    tree.leaves = tree.leaves - 1
    tree[g][behind] = nil
  end
end

-- ---------------------------------------------------------------------------------------------
-- Updates by commands.

-- The place of the leaf that covers a position; after the last leaf when none does.
local function place_of(tree, high, low, sequence)
  for g = 1, #tree do
    local group = tree[g]
    if not is_beyond(high, low, sequence, group[#group]) then
      local from, to = 1, #group
      while from < to do
        local middle = floor((from + to) / 2)
        if is_beyond(high, low, sequence, group[middle]) then from = middle + 1 else to = middle end
      end
      return g, from
    end
  end
  return #tree + 1, 1
end

local function raise_tree(tree, record, remaining, seller)
  local high, low, sequence = unpack('>I6I2I6', record)
  local memos, ends = tree.memos, { high = high, low = low, sequence = sequence }
  for at = 1, #memos do
    local memo = memos[at]
    if memo.bound < remaining and is_beyond(memo.high, memo.low, memo.sequence, ends) then
      memo.bound = remaining
    end
  end
  local g, at = place_of(tree, high, low, sequence)
  if not tree[g] then return end
  note(tree[g], seller, remaining)
  note(tree[g][at], seller, remaining)
end

-- An ask was added to the indexes, or its quantity increased.
local function raise(book, record)
  local bounds = book.bounds
  local remaining = unpack('>I6', record, 15)
  local region, seller = unpack('>Bc16', record, 34)
  raise_tree(bounds.all, record, remaining, seller)
  raise_tree(bounds.regions[region], record, remaining, seller)
  local pin, narrow_pin = bounds.pins[seller], bounds.pins[seller .. char(region)]
  if pin then raise_tree(pin, record, remaining, seller) end
  if narrow_pin then raise_tree(narrow_pin, record, remaining, seller) end
end

-- ---------------------------------------------------------------------------------------------
-- Lookups and updates by searches.

local function pin_tree(bounds, key)
  local tree = bounds.pins[key]
  if tree then return tree end
  if bounds.pinned >= LIMITS.pins then bounds.pins, bounds.pinned = {}, 0 end
  tree = new_tree()
  bounds.pins[key], bounds.pinned = tree, bounds.pinned + 1
  return tree
end

local function pin_key(criteria, seller)
  return criteria.region and seller .. char(criteria.region) or seller
end

-- The tree with the filter of these criteria; its memos apply.
local function tree_of(bounds, criteria)
  if not criteria then return bounds.all end
  if criteria.seller then
    return pin_tree(bounds, pin_key(criteria, criteria.seller))
  end
  if criteria.region then return bounds.regions[criteria.region] end
  return bounds.all
end

-- The first ask that holds the minimum, if an earlier search found it for the same or a smaller
-- minimum. Returns its unpacked fields and its record.
local function remembered(book, tree, criteria, minimum, now)
  local memos = tree.memos
  for at = 1, #memos do
    local memo = memos[at]
    if memo.bound < minimum and memo.expires_at > now
      and not (criteria and criteria.excluded and criteria.excluded[memo.seller]) then
      local record = record_of(book, memo.id)
      local remaining, state = state_of(record or memo.record)
      if not record or state ~= OPEN or remaining < memo.lot then memo.bound = 2 ^ 48
      elseif remaining >= minimum then return memo, record end
    end
  end
end

local function remember(tree, id, record, bound)
  local memos, place = tree.memos, nil
  for at = 1, #memos do
    if memos[at].id == id or memos[at].bound == 2 ^ 48 then place = at end
  end
  if not place then
    place = tree.next_memo
    tree.next_memo = place % LIMITS.memos + 1
  end
  if place > #memos + 1 then place = #memos + 1 end
  local memo = entry_of(id .. record)
  memo.bound, memo.record = bound, record
  memos[place] = memo
end
