-- The front: the best asks on offer, at most LIMITS.front of them, kept together in the head, so that
-- the usual take needs no index and no other record.
--
-- `front` holds id and record of each, 66 bytes, best first; `face` its digest; `left` what remains of
-- each, 6 bytes.
-- The rule: the front is a beginning of the order in which asks are served, and it is empty only when
-- no ask is on offer. While an ask stands in it, `left` tells its remainder, and the record under its
-- id a former one. What is unpacked is kept as long as the digest stays the same.
local ENTRY = 66

local function entry_of(text)
  local entry = { text = text, id = sub(text, 1, 16), start = sub(text, 1, 30), rest = sub(text, 37) }
  entry.high, entry.low, entry.sequence = unpack('>I6I2I6', text, 17)
  entry.lot, entry.expires_at, entry.region, entry.seller = unpack('>I6I6Bc16', text, 38)
  return entry
end

read_front = function(book, face)
  local entries, front = {}, face and call('HGET', book.head, 'front')
  for at = 1, front and #front or 0, ENTRY do
    entries[#entries + 1] = entry_of(sub(front, at, at + ENTRY - 1))
  end
  book.face, book.entries = face, entries
end

local function slot_of(book, id)
  local entries = book.entries
  for slot = 1, #entries do
    if entries[slot].id == id then return slot end
  end
  return nil
end

local function left_of(book, slot) return sub(book.left, 6 * slot - 5, 6 * slot) end

-- All remainders, with another one in the slot; without one, when `left` is nil.
local function with_left(book, slot, left)
  local packed, behind = left and pack('>I6', left) or '', sub(book.left, 6 * slot + 1)
  if slot == 1 then return packed .. behind end
  return sub(book.left, 1, 6 * slot - 6) .. packed .. behind
end

-- An order's record, or false. What stands under the id may be given, if it was read already.
local function record_of(book, id, read)
  local slot = slot_of(book, id)
  if not slot then return read or call('HGET', book.head, id) end
  local entry = book.entries[slot]
  return sub(entry.start, 17) .. left_of(book, slot) .. entry.rest
end

local function write_front(book, left)
  local texts = {}
  for slot, entry in ipairs(book.entries) do texts[slot] = entry.text end
  local front = table.concat(texts)
  local face = sub(redis.sha1hex(front), 1, 16)
  call('HSET', book.head, 'front', front, 'face', face, 'left', left)
  book.face, book.left = face, left
end

-- Appends the asks that follow, from the indexes. Before them, in each region, stand just those that
-- are in the front already.
local function refill(book, left)
  local entries, indexes, ranks = book.entries, {}, {}
  for region = 1, REGIONS do indexes[region], ranks[region] = book.asks[region], 0 end
  for slot = 1, #entries do
    local region = entries[slot].region
    ranks[region] = ranks[region] + 1
  end
  local walk = walk_of(indexes)
  for region = 1, REGIONS do walk[region].rank, walk[region].chunk = ranks[region], LIMITS.front end
  while #entries < LIMITS.front do
    local id = current_of(walk)
    if not id then break end
    local record = call('HGET', book.head, id)
    entries[#entries + 1] = entry_of(id .. record)
    left = left .. sub(record, 15, 20)
    go_on(walk)
  end
  return left
end

-- An ask was put into the indexes.
local function enter_front(book, id, record)
  local entries = book.entries
  local slot = #entries + 1
  while slot > 1 and is_ahead(record, sub(entries[slot - 1].text, 17)) do slot = slot - 1 end
  if slot > #entries and #entries > 0 then return end
  local left = sub(book.left or '', 1, 6 * slot - 6) .. sub(record, 15, 20)
    .. sub(book.left or '', 6 * slot - 5)
  local dropped = entries[LIMITS.front]
  if dropped then call('HSET', book.head, dropped.id, record_of(book, dropped.id)) end
  book.face = nil -- should what follows fail, the next command reads it anew
  table.insert(entries, slot, entry_of(id .. record))
  entries[LIMITS.front + 1] = nil
  write_front(book, sub(left, 1, 6 * LIMITS.front))
end

-- An ask was taken out of the indexes.
local function leave_front(book, id)
  local slot = slot_of(book, id)
  if not slot then return end
  local left = with_left(book, slot)
  book.face = nil
  table.remove(book.entries, slot)
  if #book.entries < LIMITS.front / 2 then left = refill(book, left) end
  write_front(book, left)
end
