-- rebuild_close, rebuild_begin, rebuild_load_asks, rebuild_load_bids, rebuild_load_fills,
-- rebuild_open: a new epoch.
--
-- The book is closed first, then MongoDB is read, then the new epoch begins: no command can change
-- the old book behind the reading and be lost with it. What comes meanwhile is `unavailable`.
-- Every epoch has keys of its own. Batches go into them unseen; `rebuild_open` then puts the new
-- epoch's state in the head's place, which is the one moment at which commands see the new book.
-- Epoch numbers come from MongoDB and only ever rise. `fence` is the highest that has begun: none
-- below it begins or opens, so of two rebuilds at once the higher number wins, in any order.
-- `epochs` (a hash beside the head) says of each epoch that may have keys how many batches it has
-- got. The count catches a Redis that lost a batch under way: the next batch does not follow.
--
-- They answer {'superseded'} when a higher epoch has begun or the batch does not follow.

local function epochs_of(head) return head .. ':epochs' end
local function fence_of(head) return call('HGET', control_of(head), 'fence') or '0' end

-- How long a rebuild may stay silent before another one may begin. Without it every caller that
-- finds a large book closed would begin one, and each would overtake the one before.
local SILENCE_MS = 5000

local function go_on_rebuilding(head)
  call('HSET', control_of(head), 'rebuilding', format('%.0f', now_ms(head) + SILENCE_MS))
end

-- Answers {'closed', fence}; {'superseded'}: another rebuild is at work.
command('rebuild_close', function(head)
  local until_ms = tonumber(call('HGET', control_of(head), 'rebuilding') or 0)
  if until_ms > now_ms(head) then return { 'superseded' } end
  close_book(head)
  go_on_rebuilding(head)
  return { 'closed', fence_of(head) }
end)

-- Arguments: epoch, fence that the closing answered. Answers {'begun'}; {'overtaken'}: another
-- epoch began since the closing, below this one, so the book may have changed: close and read
-- again.
command('rebuild_begin', function(head, args)
  local epoch, fence = args[1], fence_of(head)
  if tonumber(fence) >= tonumber(epoch) then return { 'superseded' } end
  if fence ~= args[2] then return { 'overtaken' } end
  call('HSET', control_of(head), 'fence', epoch)
  call('HSET', epochs_of(head), epoch, 0)
  call('HSET', names_of(head, epoch).state, 'sequence', pack('>I6', 0))
  go_on_rebuilding(head)
  return { 'begun' }
end)

-- Whether batch number `batch` is the next one of the epoch, and counts it.
local function follows(head, epoch, batch)
  if fence_of(head) ~= epoch then return false end
  if call('HGET', epochs_of(head), epoch) ~= format('%.0f', batch - 1) then return false end
  call('HSET', epochs_of(head), epoch, batch)
  go_on_rebuilding(head)
  return true
end

-- Arguments: epoch, number of the batch (from 1), then, of each ask: id 16 and record 50 as one
-- text, owner of its seller or ''. Answers {'loaded'}.
command('rebuild_load_asks', function(head, args)
  if not follows(head, args[1], tonumber(args[2])) then return { 'superseded' } end
  local book = names_of(head, args[1])
  for at = 3, #args, 2 do
    local id, record = sub(args[at], 1, 16), sub(args[at], 17)
    call('HSET', book.state, id, record)
    if is_offered(record) then index_ask(book, id, record) end
    if args[at + 1] ~= '' then call('HSET', book.owners, sub(record, 35), args[at + 1]) end
  end
  return { 'loaded' }
end)

-- Arguments: epoch, number of the batch, then id 16 and record 50 of each bid that rests, by their
-- sequence. Answers {'loaded'}. They come in when the book is opened, in this order: MongoDB may
-- know less than the old book did, and then some of them cross.
command('rebuild_load_bids', function(head, args)
  if not follows(head, args[1], tonumber(args[2])) then return { 'superseded' } end
  local book = names_of(head, args[1])
  for at = 3, #args do
    local id, record = sub(args[at], 1, 16), sub(args[at], 17)
    call('HSET', book.state, id, with_state(record, state_of(record), BID + ENTERING))
    call('RPUSH', book.work, id .. pack('>BI6I6', MATCHING, 0, 0))
  end
  return { 'loaded' }
end)

-- Arguments: epoch, number of the batch, then fill id 16 and record of reservations that are still
-- held, after the asks. Answers {'loaded'}. A fill of an ask that was not loaded is left out: its
-- release will be `unknown`, which is a no-op.
command('rebuild_load_fills', function(head, args)
  if not follows(head, args[1], tonumber(args[2])) then return { 'superseded' } end
  local book = names_of(head, args[1])
  for at = 3, #args do
    local id, fill = sub(args[at], 1, 16), sub(args[at], 17)
    if call('HEXISTS', book.state, sub(fill, 1, 16)) == 1 then call('HSET', book.state, id, fill) end
  end
  return { 'loaded' }
end)

-- Arguments: epoch, number of batches, highest sequence given, 'halted' or ''. Answers {'opened'}.
command('rebuild_open', function(head, args)
  local epoch, batches, sequence = args[1], args[2], tonumber(args[3])
  if fence_of(head) ~= epoch or call('HGET', epochs_of(head), epoch) ~= batches then
    return { 'superseded' }
  end
  local book = names_of(head, epoch)
  if call('EXISTS', book.state) == 0 then return { 'superseded' } end
  local former = call('HGET', control_of(head), 'opened')
  if former and former ~= epoch and call('EXISTS', head) == 1 then
    call('RENAME', head, names_of(head, former).state)
  end
  call('RENAME', book.state, head)
  call('HSET', control_of(head), 'opened', epoch)
  call('PEXPIREAT', head, format('%.0f', CLOCK_END))
  call('HSET', head, 'sequence', pack('>I6', sequence))
  read_front(book, false)
  write_front(book, refill(book, ''))
  local has_work = call('LLEN', book.work) > 0
  local word = args[4] == 'halted' and ' halted' or (has_work and ' busy' or '')
  local now = now_ms(head)
  journal(book, OPENED, now, '', '')
  call('HSET', head, 'epoch', epoch .. word, 'resumed', pack('>I6', now))
  call('HDEL', control_of(head), 'rebuilding')
  return { 'opened' }
end)
