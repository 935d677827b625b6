-- What all commands of the book share: layouts, names, time, the journal.
--
-- The loader puts a header with VERSION and LIMITS before this file and the other files behind it:
-- one library, one scope. Three rules hold everywhere.
--   1. A command checks everything first and writes last: Redis does not roll a function back.
--   2. No number that may pass 2^53 is ever a Lua number, and no number is joined to text with `..`
--      (which prints 14 digits). A price is 8 bytes, read as its high 6 and its low 2.
--   3. A command repeated with the same id answers the same and writes nothing.
--
-- Every command declares one key, the book's head. All other keys carry the same hash tag and are
-- derived from it and from the epoch; engine/keys.ts describes them.

-- Redis 7.0 gives a library nothing but register_function while it loads: bound at the first call.
local call, pack, unpack, sub, format, floor, spread

local function bind()
  call, pack, unpack = redis.call, struct.pack, struct.unpack
  sub, format, floor, spread = string.sub, string.format, math.floor, _G.unpack
end

-- Registers a command under its versioned name, so that two releases can share one Redis.
local function command(name, run, flags)
  redis.register_function({
    function_name = name .. '_' .. VERSION,
    callback = function(keys, args)
      if not call then bind() end
      return run(keys[1], args)
    end,
    flags = flags,
  })
end

local READ_ONLY = { 'no-writes' }
local UNAVAILABLE = { 'unavailable' }

-- ---------------------------------------------------------------------------------------------
-- Layouts. All integers are big-endian, so that bytes sort as the numbers do.
--
-- An ask's record, 50 bytes, under its id in the hash `asks`. It is also the memory of `place`.
--    1  price       8   per 1,000 tokens, scale 8
--    9  sequence    6   its place in time
--   15  remaining   6   tokens not reserved; what was left when it was closed
--   21  state       1   OPEN, CANCELLED or EXPIRED
--   22  lot         6   an open ask is offered while remaining >= lot, else parked
--   28  expires at  6   milliseconds since the Unix epoch
--   34  region      1   code
--   35  seller     16
-- The first 14 bytes are its position: position order is price, then time.
--
-- In an index: score = bytes 1-6 of the record, member = bytes 7-14 and the ask's id. A score is a
-- double, exact below 2^53, so it takes 6 bytes of the price; members of one score sort bytewise.
--
-- A fill's record, 29 bytes, under its id in the hash `fills:<hour>`. The memory of `take` and
-- `release`.
--    1  ask 16 · 17  quantity 6 · 23  epoch 6 · 29  released 1
local OPEN, CANCELLED, EXPIRED = 1, 2, 3

-- remaining, state
local function state_of(record) return unpack('>I6B', record, 15) end

-- lot, expires at, region, seller
local function terms_of(record) return unpack('>I6I6Bc16', record, 22) end

local function with_state(record, remaining, state)
  return sub(record, 1, 14) .. pack('>I6B', remaining, state) .. sub(record, 22)
end

-- ---------------------------------------------------------------------------------------------
-- Names. They are kept per book while its epoch lasts: joining them anew slows every command.
local REGIONS = 5
local books, books_known = {}, 0

local function names_of(head, epoch)
  local base = head .. ':' .. epoch .. ':'
  local book = {
    head = head,
    epoch = epoch,
    asks = base .. 'asks',
    index = base .. 'index',
    region_index = {},
    seller_index = base .. 'seller:', -- + 16 bytes
    agenda = base .. 'agenda', -- due seconds; `agenda:<second>` lists the asks to look at then
    fills = base .. 'fills:', -- + hour
    events = base .. 'events',
    next_version = epoch .. '-*',
    expiring_fills = nil, -- the key of this kind that was last told when to expire
  }
  for region = 1, REGIONS do book.region_index[region] = base .. 'region:' .. region end
  return book
end

-- The book, or nil when it has no epoch: then MongoDB has not (or no longer) vouched for it.
local function open_book(head)
  local epoch = call('HGET', head, 'epoch')
  if not epoch then return nil end
  local book = books[head]
  if not book or book.epoch ~= epoch then
    if not book then books_known = books_known + 1 end
    if books_known > LIMITS.books then books, books_known = {}, 1 end
    book = names_of(head, epoch)
    books[head] = book
  end
  return book
end

-- ---------------------------------------------------------------------------------------------
-- Time: one clock, Redis's own, in milliseconds.
local HOUR_MS = 3600000

local function now_ms()
  local time = call('TIME')
  return time[1] * 1000 + floor(time[2] / 1000)
end

-- Fills are remembered by the hour that their UUIDv7 tells. An hour's hash goes whole, two hours
-- after the first command that it could answer is refused: what is forgotten is never run again.
-- Returns its key, or nil when the id is too old to be remembered.
local function fills_of(book, fill_id, now)
  local hour = floor(unpack('>I6', fill_id) / HOUR_MS)
  local current = floor(now / HOUR_MS)
  if hour < current - LIMITS.memory_hours then return nil end
  if hour > current + 1 then error('a fill id from the future') end
  return book.fills .. hour, hour
end

local function remember_fill(book, key, hour, fill_id, fill)
  call('HSET', key, fill_id, fill)
  if book.expiring_fills == key then return end
  book.expiring_fills = key
  call('PEXPIREAT', key, format('%.0f', (hour + LIMITS.memory_hours + 2) * HOUR_MS))
end

-- ---------------------------------------------------------------------------------------------
-- The journal: one entry per change, versions without a gap. Each carries the ask as it stands
-- after the change, so that a follower folds by replacing. 95 bytes:
--    1  kind 1 · 2  at 6 · 8  quantity 6 · 14  fill 16 or zeros · 30  ask 16 · 46  ask's record 50
local PLACED, TAKEN, RELEASED, CANCELLED_EVENT, EXPIRED_EVENT, OPENED = 1, 2, 3, 4, 5, 6
local NO_ID = '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'

local function journal(book, kind, now, quantity, fill_id, ask_id, record)
  local entry = pack('>BI6I6', kind, now, quantity) .. fill_id .. ask_id .. record
  local id = call('XADD', book.events, book.next_version, 'e', entry)
  if sub(id, -3) == '000' then call('XTRIM', book.events, 'MAXLEN', '~', LIMITS.events) end
end

-- `<epoch>-<version>` of the newest event.
local function newest_event(book)
  return call('XREVRANGE', book.events, '+', '-', 'COUNT', 1)[1][1]
end
