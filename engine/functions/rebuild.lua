-- rebuild_close, rebuild_begin, rebuild_load_asks, rebuild_load_fills, rebuild_open: a new epoch.
--
-- The book is closed first, then MongoDB is read, then the new epoch begins: no command can change
-- the old book behind the reading and be lost with it. What comes meanwhile is `unavailable`.
-- Every epoch has keys of its own. Batches go into them unseen; `rebuild_open` then sets the head's
-- `epoch`, which is the one moment at which commands see the new book. Epoch numbers come from
-- MongoDB and only ever rise. `fence` is the highest that has begun: none below it begins or opens,
-- so of two rebuilds at once the higher number wins, in any order.
-- `epochs` (a hash beside the head) says of each epoch that may have keys how many batches it has
-- got. The count catches a Redis that lost a batch under way: the next batch does not follow.
--
-- They answer {'superseded'} when a higher epoch has begun or the batch does not follow.

local function epochs_of(head) return head .. ':epochs' end
local function fence_of(head) return call('HGET', head, 'fence') or '0' end

-- How long a rebuild may stay silent before another one may begin. Without it every caller that
-- finds a large book closed would begin one, and each would overtake the one before.
local SILENCE_MS = 5000

local function go_on_rebuilding(head)
  call('HSET', head, 'rebuilding', format('%.0f', now_ms() + SILENCE_MS))
end

-- Answers {'closed', fence}; {'superseded'}: another rebuild is at work.
command('rebuild_close', function(head)
  if tonumber(call('HGET', head, 'rebuilding') or 0) > now_ms() then return { 'superseded' } end
  call('HDEL', head, 'epoch')
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
  call('HSET', head, 'fence', epoch)
  call('HSET', epochs_of(head), epoch, 0)
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

-- Arguments: epoch, number of the batch (from 1), then ask id, record, ask id, record, ...
-- Answers {'loaded'}.
command('rebuild_load_asks', function(head, args)
  if not follows(head, args[1], tonumber(args[2])) then return { 'superseded' } end
  local book = names_of(head, args[1])
  for at = 3, #args, 2 do
    local _, expires_at = terms_of(args[at + 1])
    store_ask(book, args[at], nil, args[at + 1])
    look_again(book, args[at], expires_at)
  end
  return { 'loaded' }
end)

-- Arguments: epoch, number of the batch, then fill id, record, fill id, record, ... of reservations
-- that are still held, after the asks. Answers {'loaded'}. A fill of an ask that was not loaded, or
-- older than the memory, is left out: its release will be `unknown`, which is a no-op.
command('rebuild_load_fills', function(head, args)
  if not follows(head, args[1], tonumber(args[2])) then return { 'superseded' } end
  local book, now = names_of(head, args[1]), now_ms()
  for at = 3, #args, 2 do
    local fills, hour = fills_of(book, args[at], now)
    if fills and call('HEXISTS', book.asks, sub(args[at + 1], 1, 16)) == 1 then
      remember_fill(book, fills, hour, args[at], args[at + 1])
    end
  end
  return { 'loaded' }
end)

-- Arguments: epoch, number of batches, highest sequence given. Answers {'opened'}.
command('rebuild_open', function(head, args)
  local epoch, batches, sequence = args[1], args[2], args[3]
  if fence_of(head) ~= epoch or call('HGET', epochs_of(head), epoch) ~= batches then
    return { 'superseded' }
  end
  journal(names_of(head, epoch), OPENED, now_ms(), 0, NO_ID, NO_ID, '')
  call('HSET', head, 'epoch', epoch, 'sequence', sequence)
  call('HDEL', head, 'rebuilding')
  return { 'opened' }
end)
