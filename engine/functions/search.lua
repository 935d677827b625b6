-- The search for the first ask, by price, then time, that a wish may have.
--
-- One call looks at no more than LIMITS.scan asks. When it has found nothing by then it says where
-- to go on, and the caller calls again: no eligible ask is ever skipped because a scan was bounded.
-- Between two calls the book may change. Ahead of the place reached, an ask can only have become
-- eligible by being placed or by a release, and each of these is in the journal: so the next call
-- first reads what was journalled since, and only then goes on. Time, takes and cancels only ever
-- make asks ineligible.

-- A wish beside its minimum, from one argument:
--   region code 1, 0 for any · seller 16, zeros for any · excluded sellers 16 each
local function wish_of(book, minimum, text)
  local wish = { minimum = minimum }
  if not text or text == '' then
    wish.codes = ALL_REGIONS
    return wish
  end
  local region, seller = byte(text), sub(text, 2, 17)
  if region > 0 then wish.region = region end
  if seller ~= NO_ID then wish.seller = seller end
  wish.codes = wish.region and { region } or ALL_REGIONS
  if #text > 17 then
    wish.excluded = {}
    for at = 18, #text, 16 do wish.excluded[sub(text, at, at + 15)] = true end
  end
  return wish
end

-- Where the asks of a wish stand. A seller's own index is the narrowest.
local function indexes_of(book, wish)
  if wish.seller then return { book.seller .. wish.seller } end
  local indexes = {}
  for at = 1, #wish.codes do indexes[at] = book.asks[wish.codes[at]] end
  return indexes
end

local function suits(wish, region, seller)
  if wish.region and region ~= wish.region then return false end
  if wish.seller and seller ~= wish.seller then return false end
  return not (wish.excluded and wish.excluded[seller])
end

-- Of an ask's record: whether it fits the wish, and whether its time is over.
local function judge(wish, record, now)
  local remaining, state, lot, expires_at, region, seller = unpack('>I6BI6I6Bc16', record, 15)
  if state ~= OPEN or remaining < lot then return false end
  if expires_at <= now then return false, true end
  return remaining >= wish.minimum and suits(wish, region, seller)
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
    local kind = byte(entry)
    if (kind == PLACED or kind == RELEASED) and not is_bid(sub(entry, 24, 73)) then
      local id = sub(entry, 8, 23)
      local record = record_of(book, id)
      if record and judge(wish, record, now) and not is_ahead(best or position, record) then
        best_id, best = id, record
      end
    end
  end
  return true, best_id, best
end

-- The whole search. `continuation` is what an earlier call of the same search returned, or nil.
-- Returns ask id, record; or nil, nil, continuation; or nil: no such ask. Asks that it meets past
-- their time are added to `overdue` as id, record, id, record.
local function search(book, wish, now, continuation, overdue)
  local position
  if continuation and continuation ~= '' then
    position = sub(continuation, 1, 14)
    local told, id, record = overtaking(book, wish, now, position, sub(continuation, 15))
    if id then return id, record end
    if not told then position = nil end
  end
  local walk, record = walk_of(indexes_of(book, wish), position), nil
  for _ = 1, LIMITS.scan do
    local id = current_of(walk)
    if not id then return nil end
    record = record_of(book, id)
    local fits, is_over = judge(wish, record, now)
    if fits then return id, record end
    if is_over then
      overdue[#overdue + 1] = id
      overdue[#overdue + 1] = record
    end
    go_on(walk)
  end
  return nil, nil, sub(record, 1, 14) .. newest_event(book)
end
