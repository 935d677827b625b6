-- rebuild_claim, rebuild_renew, rebuild_leave, rebuild_begin, rebuild_load_asks, rebuild_load_bids,
-- rebuild_load_fills, rebuild_open: a new epoch.
--
-- A rebuild first acquires the claim, which closes the book; then it reads MongoDB and starts the new
-- epoch: no command can change the old book after the read and be lost with it. Commands in the
-- meantime answer `unavailable`.
-- One rebuild at a time holds the claim, and renews it while it reads and loads. A holder without a
-- renewal for SILENCE_MS may be dead, and the next rebuild acquires the claim. Without the claim no
-- epoch starts, no batch is loaded and no book is opened. Only the holder raises MongoDB's epoch
-- (records/books/load-book.ts), so no superseded epoch is opened here.
-- Every epoch has its own keys. Batches are loaded into them invisibly; `rebuild_open` then replaces
-- the head by the new epoch's state atomically.
-- Epoch numbers come from MongoDB and only increase. `fence` is the highest epoch that has started: no
-- lower one can start.
-- `epochs` (a separate hash) stores the number of loaded batches of each epoch that may have keys. It
-- detects a Redis that lost a batch: the next batch number does not follow.
--
-- The functions answer {'superseded'} when another rebuild holds the claim, a higher epoch has
-- started, or the batch number does not follow.

local SUPERSEDED = { 'superseded' }

local function epochs_of(head) return head .. ':epochs' end

-- A whole number of `control`, '0' without one. Somebody may have overwritten it: a rebuild repairs that.
local function control_number(head, field)
  local value = call('HGET', control_of(head), field)
  return value and string.match(value, '^%d+$') or '0'
end

local function fence_of(head) return control_number(head, 'fence') end

-- After this time without a renewal another rebuild may acquire the claim.
local SILENCE_MS = 5000

local function renew_claim(head)
  call('HSET', control_of(head), 'rebuilding', format('%.0f', now_ms(head) + SILENCE_MS))
end

local function has_claim(head, token) return call('HGET', control_of(head), 'claim') == token end

-- Arguments: token of the rebuild, 'closed' to leave an open book alone, or ''.
-- Answers {'claimed', fence}: the book is closed; {'open'}; {'superseded'}: another rebuild is running.
-- A repetition with the token extends the claim.
command('rebuild_claim', function(head, args)
  local left_ms = tonumber(control_number(head, 'rebuilding')) - now_ms(head)
  -- More is no renewal of this clock.
  if left_ms > 0 and left_ms <= SILENCE_MS and not has_claim(head, args[1]) then return SUPERSEDED end
  if args[2] == 'closed' and present_epoch(head) then return { 'open' } end
  close_book(head)
  call('HSET', control_of(head), 'claim', args[1])
  renew_claim(head)
  return { 'claimed', fence_of(head) }
end)

-- Arguments: token. Answers {'renewed'}.
command('rebuild_renew', function(head, args)
  if not has_claim(head, args[1]) then return SUPERSEDED end
  renew_claim(head)
  return { 'renewed' }
end)

-- Arguments: token. Answers {'released'}, also without a claim. Another rebuild may start immediately.
command('rebuild_leave', function(head, args)
  if has_claim(head, args[1]) then call('HDEL', control_of(head), 'rebuilding', 'claim') end
  return { 'released' }
end)

-- Arguments: epoch, token, fence from the claim's answer. Answers {'begun'}.
command('rebuild_begin', function(head, args)
  local epoch, fence = args[1], fence_of(head)
  if not has_claim(head, args[2]) or fence ~= args[3] or tonumber(fence) >= tonumber(epoch) then
    return SUPERSEDED
  end
  call('HSET', control_of(head), 'fence', epoch)
  call('HSET', epochs_of(head), epoch, 0)
  call('HSET', names_of(head, epoch).state, 'sequence', pack('>I6', 0))
  renew_claim(head)
  return { 'begun' }
end)

-- Whether batch number `batch` is the next one of the epoch, and counts it.
local function follows(head, epoch, token, batch)
  if not has_claim(head, token) or fence_of(head) ~= epoch then return false end
  if call('HGET', epochs_of(head), epoch) ~= format('%.0f', batch - 1) then return false end
  call('HSET', epochs_of(head), epoch, batch)
  renew_claim(head)
  return true
end

-- The lists of arguments of several commands that are collected and then run, one per key: a call costs
-- more than what it writes.
local function collected(lists, key)
  if not lists[key] then lists[key] = {} end
  return lists[key]
end

local function add_pair(list, first, second)
  list[#list + 1] = first
  list[#list + 1] = second
end

local function run_for_each(name, lists)
  for key, list in pairs(lists) do call(name, key, spread(list)) end
end

-- Arguments: epoch, token, number of the batch (from 1), id 16 and record 50 of each ask, seller 16 and
-- owner 16 of each seller with an owner that no earlier batch named. Answers {'loaded'}.
command('rebuild_load_asks', function(head, args)
  if not follows(head, args[1], args[2], tonumber(args[3])) then return SUPERSEDED end
  local book, hashes, indexes, scores = names_of(head, args[1]), {}, {}, {}
  for at = 1, #args[4], ENTRY do
    local id, record = unpack('c16c50', args[4], at)
    add_pair(collected(hashes, book.state), id, record)
    local high, rest, remaining, state, lot, _, region, seller = unpack('>c6c8I6BI6I6Bc16', record)
    if state == OPEN and remaining >= lot then
      if not scores[high] then scores[high] = format('%.0f', unpack('>I6', high)) end
      local member = rest .. id
      add_pair(collected(indexes, book.asks[region]), scores[high], member)
      add_pair(collected(indexes, book.seller .. seller), scores[high], member)
    end
  end
  for at = 1, #args[5], 32 do
    add_pair(collected(hashes, book.owners), sub(args[5], at, at + 15), sub(args[5], at + 16, at + 31))
  end
  if args[5] ~= '' then add_pair(collected(hashes, book.state), OWNED, 1) end
  run_for_each('HSET', hashes)
  run_for_each('ZADD', indexes)
  return { 'loaded' }
end)

-- Arguments: epoch, token, number of the batch, id 16 and record 50 of each resting bid, by sequence.
-- Answers {'loaded'}. They are matched when the book is opened, in this order: MongoDB may have fewer
-- fills than the old book, and then some of them cross.
command('rebuild_load_bids', function(head, args)
  if not follows(head, args[1], args[2], tonumber(args[3])) then return SUPERSEDED end
  local book, records, work = names_of(head, args[1]), {}, {}
  for at = 1, #args[4], ENTRY do
    local id, record = sub(args[4], at, at + 15), sub(args[4], at + 16, at + ENTRY - 1)
    add_pair(records, id, with_state(record, state_of(record), BID + ENTERING))
    work[#work + 1] = id .. pack('>BI6I6', MATCHING, 0, 0)
  end
  call('HSET', book.state, spread(records))
  call('RPUSH', book.work, spread(work))
  return { 'loaded' }
end)

-- Arguments: epoch, token, number of the batch, then fill id 16 and record of reserved fills, after the
-- asks. Answers {'loaded'}. A fill of an ask that was not loaded is skipped: its release answers
-- `unknown`, which is a no-op.
command('rebuild_load_fills', function(head, args)
  if not follows(head, args[1], args[2], tonumber(args[3])) then return SUPERSEDED end
  local book = names_of(head, args[1])
  for at = 4, #args do
    local id, fill = sub(args[at], 1, 16), sub(args[at], 17)
    if call('HEXISTS', book.state, sub(fill, 1, 16)) == 1 then call('HSET', book.state, id, fill) end
  end
  return { 'loaded' }
end)

-- Arguments: epoch, token, number of batches, highest assigned sequence, 'halted' or ''. Answers
-- {'opened'}.
command('rebuild_open', function(head, args)
  local epoch, batches, sequence = args[1], args[3], tonumber(args[4])
  if not has_claim(head, args[2]) or fence_of(head) ~= epoch then return SUPERSEDED end
  if call('HGET', epochs_of(head), epoch) ~= batches then return SUPERSEDED end
  local book = names_of(head, epoch)
  if call('EXISTS', book.state) == 0 then return SUPERSEDED end
  local former = control_number(head, 'opened')
  if former ~= '0' and former ~= epoch and call('EXISTS', head) == 1 then
    call('RENAME', head, names_of(head, former).state)
  end
  call('RENAME', book.state, head)
  forget_names(head)
  call('HSET', control_of(head), 'opened', epoch)
  call('PEXPIREAT', head, format('%.0f', CLOCK_END))
  call('HSET', head, 'sequence', pack('>I6', sequence))
  read_top(book, false)
  write_top(book, refill(book, ''))
  local has_work = call('LLEN', book.work) > 0
  local word = args[5] == 'halted' and ' halted' or (has_work and ' busy' or '')
  local now = now_ms(head)
  journal(book, OPENED, now, '', '')
  call('HSET', head, 'epoch', epoch .. word, 'resumed', pack('>I6', now), 'process', this_process())
  call('HDEL', control_of(head), 'rebuilding', 'claim')
  return { 'opened' }
end)
