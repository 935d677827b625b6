-- Shared by all commands of the book: layouts, key names, opening a book, time, the journal.
--
-- The loader puts a header with VERSION, LIMITS and the market rules (engine/market-rules.ts) before
-- this file, and the other files after it: one library, one scope. Three rules apply everywhere.
--   1. A command checks everything first and writes last: Redis does not roll a function back.
--   2. No number that may pass 2^53 is ever a Lua number, and no number is joined to text with `..`
--      (which prints 14 digits). A price is 8 bytes, read as its high 6 and its low 2.
--   3. A command repeated with the same id answers the same and writes nothing.
--
-- Every command declares one key, the book's head. All other keys carry the same hash tag and are
-- derived from it and from the epoch; engine/keys.ts describes them.

-- While a library loads, Redis 7.0 provides only register_function: bound at the first call.
local call, pack, unpack, sub, byte, char, format, floor, spread

local function bind()
  call, pack, unpack = redis.call, struct.pack, struct.unpack
  sub, byte, char, format = string.sub, string.byte, string.char, string.format
  floor, spread = math.floor, _G.unpack
end

local READ_ONLY = { 'no-writes' }
local UNAVAILABLE, HALTED, AGAIN = { 'unavailable' }, { 'halted' }, { 'again' }

local after_damage -- below

-- Runs a step of one book.
local function run_whole(run, head, args, flags)
  local is_whole, answer = pcall(run, head, args)
  if is_whole then return answer end
  return after_damage(answer, run, head, args, flags)
end

-- Registers a command under its versioned name, so that two releases can share one Redis.
local function command(name, run, flags)
  redis.register_function({
    function_name = name .. '_' .. VERSION,
    callback = function(keys, args)
      if not call then bind() end
      return run_whole(run, keys[1], args, flags)
    end,
    flags = flags,
  })
end

-- Registers a command for many books: one that is damaged does not stop the others.
local function command_for_each(name, run)
  redis.register_function(name .. '_' .. VERSION, function(heads, args)
    if not call then bind() end
    local answers = {}
    for at = 1, #heads do answers[at] = run_whole(run, heads[at], args) end
    return answers
  end)
end

-- ---------------------------------------------------------------------------------------------
-- Layouts. All integers are big-endian, so that bytes sort as the numbers do.
--
-- An order's record, 50 bytes, under its id in the head. It also makes `place` and `bid` idempotent.
--    1  rank        8   asks: the price per 1,000 tokens, scale 8; bids: 2^63 - 1 less the price
--    9  sequence    6   time priority
--   15  remaining   6   tokens neither reserved nor filled; at its closing for a closed order
--   21  state       1   see below; 16 is added for a bid
--   22  ask: lot    6   an open ask is offered while remaining >= lot
--       bid: fills  3, time in force 1, hour in which it was closed, modulo 2^16  2
--   28  expires at  6   milliseconds since the Unix epoch, 2^48 - 1 for never
--   34  region      1   code; a bid's pin, 0 for none
--   35  ask: seller 16, bid: excluded owner 16, zeros for none
-- The first 14 bytes are its position: on both sides the best order has the lowest rank and, among
-- equals, the lowest sequence.
--
-- In an index: score = bytes 1-6 of the record, member = bytes 7-14 and the order's id. A score is
-- a double, exact below 2^53, so it takes 6 bytes of the rank; members of one score sort bytewise.
--
-- A fill's record, under its id in the head. It makes `reserve` and `release` idempotent.
--    1  ask 16 · 17  quantity 6 · 23  epoch 6 · 29  released 1
--   and, for a fill of a bid:  30  order 16 · 46  price 8 · 54  taker (1 bid, 2 ask) · 55  at 6
local OPEN, CANCELLED, EXPIRED, ENTERING, FILLED, REJECTED = 1, 2, 3, 4, 5, 6
local BID = 16
local NO_ID = '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'

-- remaining, state
local function state_of(record) return unpack('>I6B', record, 15) end

-- lot, expires at, region, seller
local function terms_of(record) return unpack('>I6I6Bc16', record, 22) end

local function with_state(record, remaining, state)
  return sub(record, 1, 14) .. pack('>I6B', remaining, state) .. sub(record, 22)
end

local function is_bid(record) return byte(record, 21) > BID end

-- The price of an order as its high 6 bytes and its low 2.
local function price_of(record)
  local high, low = unpack('>I6I2', record)
  if is_bid(record) then return 2 ^ 47 - 1 - high, 65535 - low end
  return high, low
end

-- ---------------------------------------------------------------------------------------------
-- Key names, cached per book and epoch: concatenating them in each command is slow.
local books, books_known = {}, 0

-- `epoch_field` is the head's field `epoch`: the number, optionally followed by a word.
local function names_of(head, epoch_field)
  local epoch = string.match(epoch_field, '^%d+')
  local base = head .. ':' .. epoch .. ':'
  local book = {
    head = head,
    epoch_field = epoch_field,
    epoch = epoch,
    fill_tail = pack('>I6', tonumber(epoch)) .. '\0', -- epoch, and not released
    halted = epoch_field == epoch .. ' halted',
    busy = epoch_field == epoch .. ' busy',
    asks = {}, -- by region code
    bids = {}, -- by the region code of the pin, 0 for none
    indexes = {}, -- all of those
    seller = base .. 'seller:', -- + 16 bytes
    owners = base .. 'owners',
    work = base .. 'work',
    events = base .. 'events',
    state = base .. 'state', -- of another epoch than the head's
    next_version = epoch .. '-*',
  }
  for code = 0, REGIONS do
    book.asks[code] = base .. 'asks:' .. code
    book.bids[code] = base .. 'bids:' .. code
    book.indexes[2 * code + 1], book.indexes[2 * code + 2] = book.asks[code], book.bids[code]
  end
  return book
end

local function remember_names(head, epoch_field)
  local former = books[head]
  if not former then books_known = books_known + 1 end
  if books_known > LIMITS.books then books, books_known = {}, 1 end
  local book = names_of(head, epoch_field)
  if former and former.epoch == book.epoch then book.bounds = former.bounds end
  books[head] = book
  return book
end

-- Drops the cached names of a book that was replaced.
local function forget_names(head)
  if books[head] then books_known = books_known - 1 end
  books[head] = nil
end

-- ---------------------------------------------------------------------------------------------
-- A process of Redis that starts from its files, or a replica that takes over, may lack the last writes
-- of the one before it. No command could tell: the journal ends earlier, and is whole. Therefore a book
-- belongs to the process that opened it, and is closed in every other one.
local process

-- Its `run_id`, new with every start; '' where the server does not tell it.
local function this_process()
  if not process then process = string.match(call('INFO', 'server'), 'run_id:(%x+)') or '' end
  return process
end

-- An earlier release opened a book without `process`.
local function is_opened_here(head)
  local opened_by = call('HGET', head, 'process')
  return not opened_by or opened_by == this_process()
end

-- ---------------------------------------------------------------------------------------------
-- Opening a book. The head's fields other than ids:
--   epoch     absent: the book has no epoch confirmed by MongoDB. `<n>`, `<n> halted`, or
--             `<n> busy`: the matching of the orders listed in `work` has to be finished first
--   front, face, left  the top of the book: the best asks on offer, their digest, and their remainders (top.lua)
--   sequence  the last one assigned, 6 bytes; bids: the number of resting bids; resumed: when the book
--             last started to match, 6 bytes
--   process   the `run_id` of the Redis that opened the book; owned: there once `owners` has a seller
local TOP, DIGEST, REMAINDERS, OWNED = 'front', 'face', 'left', 'owned' -- fields

local finish_work -- in crossing.lua

local read_top -- in top.lua

-- Closes the book. Its state remains until another epoch has replaced it.
local function close_book(head) call('HDEL', head, 'epoch') end

-- Nil for a book of another process. A cached book is one of this process.
local function read_book(head, epoch_field, digest, remainders)
  local book = books[head]
  if not book or book.epoch_field ~= epoch_field then
    if not is_opened_here(head) then return nil end
    book = remember_names(head, epoch_field)
  end
  if book.digest ~= digest then read_top(book, digest) end
  book.remainders = remainders
  return book
end

-- For commands that write. Returns the book and the values of the head: epoch, digest, remainders, and
-- up to three further fields; or nil and the command's answer.
local function open_book(head, field, second, third)
  local values
  if third then values = call('HMGET', head, 'epoch', DIGEST, REMAINDERS, field, second, third)
  elseif second then values = call('HMGET', head, 'epoch', DIGEST, REMAINDERS, field, second)
  else values = call('HMGET', head, 'epoch', DIGEST, REMAINDERS, field or 'epoch') end
  local epoch_field = values[1]
  if not epoch_field then return nil, UNAVAILABLE end
  local book = read_book(head, epoch_field, values[2], values[3])
  if not book then
    close_book(head)
    return nil, UNAVAILABLE
  end
  if book.busy then
    finish_work(book)
    return nil, AGAIN
  end
  return book, values
end

-- For read-only commands: they see an unfinished book in its current state.
local function view_book(head)
  local values = call('HMGET', head, 'epoch', DIGEST, REMAINDERS)
  if not values[1] then return nil end
  return read_book(head, values[1], values[2], values[3])
end

-- State that outlives an epoch is in `control`: `fence`, `claim` and `rebuilding`
-- (rebuild.lua), `opened`, the epoch of the head's orders, and `damaged`, when the book was closed last
-- because it was damaged.
local function control_of(head) return head .. ':control' end

-- Nil while the book is closed.
local function present_epoch(head)
  local epoch_field = call('HGET', head, 'epoch')
  return epoch_field and is_opened_here(head) and string.match(epoch_field, '^%d+') or nil
end

-- Redis's own clock, in milliseconds.
local function server_time_ms()
  local time = call('TIME')
  return time[1] * 1000 + floor(time[2] / 1000)
end

-- ---------------------------------------------------------------------------------------------
-- A damaged book: somebody deleted or overwrote a part of it, and a command meets what cannot be. It
-- fails, and the book is closed, so that its relay rebuilds it from the records. What a command has
-- written by then is lost with the book, as when Redis dies.
-- A fault of this library would look the same and happen again: a book is closed for it once in
-- DAMAGE_MS.
local KINDS = { [''] = 'hash', [':control'] = 'hash', [':epochs'] = 'hash', [':lease'] = 'string' }
local DAMAGE_MS = 10000

-- Errors of Lua begin with their place; of those of Redis only that of a key of another kind tells damage.
local function tells_damage(problem)
  return string.find(problem, '^user_function:%d') ~= nil or string.find(problem, '^WRONGTYPE') ~= nil
end

local function delete_wrong_kinds(head)
  for suffix, kind in pairs(KINDS) do
    local found = call('TYPE', head .. suffix).ok
    if found ~= kind and found ~= 'none' then call('DEL', head .. suffix) end
  end
end

-- Closes the book, and runs the step again. Read-only steps cannot close it.
after_damage = function(problem, run, head, args, flags)
  if not tells_damage(problem) then error({ err = problem }) end
  if flags == READ_ONLY then return UNAVAILABLE end
  delete_wrong_kinds(head)
  local now, last = server_time_ms(), tonumber(call('HGET', control_of(head), 'damaged') or 0)
  if math.abs(now - last) < DAMAGE_MS then error({ err = 'ERR ' .. problem }) end
  call('HSET', control_of(head), 'damaged', format('%.0f', now))
  close_book(head)
  forget_names(head)
  return run(head, args)
end

-- ---------------------------------------------------------------------------------------------
-- Time. The head expires at a fixed time in the far future, so its
-- remaining TTL gives the time as one integer, at half the cost of TIME.
local CLOCK_END = 253402300799000

local function now_ms(head)
  local remaining_ms = call('PTTL', head)
  if remaining_ms > 0 then return CLOCK_END - remaining_ms end
  return server_time_ms()
end

-- Whether the head tells the time. It does not once somebody gave all keys another end: then asks expire that
-- are not over. It tells the time again afterwards.
local CLOCK_TOLERANCE_MS = 60000

local function tells_time(head)
  if math.abs(now_ms(head) - server_time_ms()) < CLOCK_TOLERANCE_MS then return true end
  call('PEXPIREAT', head, format('%.0f', CLOCK_END))
  return false
end

-- A command's id is a UUIDv7, which contains its creation time. An id older than the retention period
-- is refused, so it never runs again; its data is deleted an hour later. One from the future, of a
-- process whose clock is ahead, is kept for as much longer.
local HOUR_MS = 3600000
local MEMORY_MS = LIMITS.memory_hours * HOUR_MS

local function is_too_old(made_at, now) return made_at < now - MEMORY_MS end

-- ---------------------------------------------------------------------------------------------
-- The journal: one entry per change, versions without a gap. Each contains the order after the change,
-- so that a follower applies it by replacing the order.
--    1  kind 1 · 2  at 6 · 8  order 16 · 24  record 50
--   and for reserved, released, reopened, bought, sold:  74  quantity 6 · 80  fill 16
--   and for bought, sold:  96  the incoming order 16
-- A book's opening, halt and resumption have the first two only.
local PLACED, RESERVED, RELEASED, OPENED, BOUGHT, SOLD, REOPENED = 1, 2, 3, 6, 7, 8, 9
local CLOSED_AS = { [CANCELLED] = 4, [EXPIRED] = 5 }
local HALT, RESUMPTION = 10, 11

local follow_journal -- in bounds.lua

local function append(book, entry)
  local entry_id = call('XADD', book.events, book.next_version, 'e', entry)
  if book.bounds then follow_journal(book, entry_id) end
end

local function journal(book, kind, now, id, record, tail)
  local entry = pack('>BI6', kind, now) .. id .. record .. (tail or '')
  append(book, entry)
end

-- `<epoch>-<version>` of the newest event.
local function newest_event(book)
  return call('XREVRANGE', book.events, '+', '-', 'COUNT', 1)[1][1]
end
