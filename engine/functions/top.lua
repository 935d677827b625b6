-- The top of the book: the best asks on offer, at most LIMITS.top of them, stored together in the head,
-- so that the usual reservation needs no index and no other record.
--
-- The field TOP contains id and record of each, 66 bytes, best first; DIGEST its digest; REMAINDERS the
-- remainder of each, 6 bytes.
-- Invariant: the top is a prefix of the price-time order, and it is empty only when no ask is on offer.
-- For an ask in it, REMAINDERS has the current remainder, and the record under its id an outdated one. The
-- unpacked form is cached while the digest is unchanged.
local ENTRY = 66

local function entry_of(text)
  local entry = { text = text, id = sub(text, 1, 16), start = sub(text, 1, 30), rest = sub(text, 37) }
  entry.high, entry.low, entry.sequence = unpack('>I6I2I6', text, 17)
  entry.lot, entry.expires_at, entry.region, entry.seller = unpack('>I6I6Bc16', text, 38)
  return entry
end

read_top = function(book, digest)
  local entries, top = {}, digest and call('HGET', book.head, TOP)
  for at = 1, top and #top or 0, ENTRY do
    entries[#entries + 1] = entry_of(sub(top, at, at + ENTRY - 1))
  end
  book.digest, book.entries = digest, entries
end

local function slot_of(book, id)
  local entries = book.entries
  for slot = 1, #entries do
    if entries[slot].id == id then return slot end
  end
  return nil
end

local function remainder_of(book, slot) return sub(book.remainders, 6 * slot - 5, 6 * slot) end

-- All remainders with the slot replaced; with the slot removed when `remainder` is nil.
local function with_remainder(book, slot, remainder)
  local packed, behind = remainder and pack('>I6', remainder) or '', sub(book.remainders, 6 * slot + 1)
  if slot == 1 then return packed .. behind end
  return sub(book.remainders, 1, 6 * slot - 6) .. packed .. behind
end

-- An order's record, or false. The stored record may be passed if it was already read.
local function record_of(book, id, read)
  local slot = slot_of(book, id)
  if not slot then return read or call('HGET', book.head, id) end
  local entry = book.entries[slot]
  return sub(entry.start, 17) .. remainder_of(book, slot) .. entry.rest
end

local function write_top(book, remainders)
  local texts = {}
  for slot, entry in ipairs(book.entries) do texts[slot] = entry.text end
  local top = table.concat(texts)
  local digest = sub(redis.sha1hex(top), 1, 16)
  call('HSET', book.head, TOP, top, DIGEST, digest, REMAINDERS, remainders)
  book.digest, book.remainders = digest, remainders
end

-- Appends the following asks from the indexes. Before them, each region's index has exactly the asks
-- that are already in the top.
local function refill(book, remainders)
  local entries, indexes, ranks = book.entries, {}, {}
  for region = 1, REGIONS do indexes[region], ranks[region] = book.asks[region], 0 end
  for slot = 1, #entries do
    local region = entries[slot].region
    ranks[region] = ranks[region] + 1
  end
  local walk = walk_of(indexes)
  for region = 1, REGIONS do walk[region].rank, walk[region].chunk = ranks[region], LIMITS.top end
  while #entries < LIMITS.top do
    local id = current_of(walk)
    if not id then break end
    local record = call('HGET', book.head, id)
    entries[#entries + 1] = entry_of(id .. record)
    remainders = remainders .. sub(record, 15, 20)
    advance(walk)
  end
  return remainders
end

-- An ask was added to the indexes.
local function enter_top(book, id, record)
  local entries = book.entries
  local slot = #entries + 1
  while slot > 1 and is_ahead(record, sub(entries[slot - 1].text, 17)) do slot = slot - 1 end
  if slot > #entries and #entries > 0 then return end
  local remainders = sub(book.remainders or '', 1, 6 * slot - 6) .. sub(record, 15, 20)
    .. sub(book.remainders or '', 6 * slot - 5)
  local dropped = entries[LIMITS.top]
  if dropped then call('HSET', book.head, dropped.id, record_of(book, dropped.id)) end
  book.digest = nil -- if the rest fails, the next command reads it again
  table.insert(entries, slot, entry_of(id .. record))
  entries[LIMITS.top + 1] = nil
  write_top(book, sub(remainders, 1, 6 * LIMITS.top))
end

-- An ask was removed from the indexes.
local function leave_top(book, id)
  local slot = slot_of(book, id)
  if not slot then return end
  local remainders = with_remainder(book, slot)
  book.digest = nil
  table.remove(book.entries, slot)
  if #book.entries < LIMITS.top / 2 then remainders = refill(book, remainders) end
  write_top(book, remainders)
end
