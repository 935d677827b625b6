-- rebuild_begin, rebuild_load, rebuild_open: a new epoch of the book, loaded beside the old one.
--
-- Every epoch has keys of its own. Batches go into them unseen; `rebuild_open` then moves the
-- head's `epoch`, which is the one moment at which commands see the new book. Epoch numbers come
-- from MongoDB and only ever rise: of two rebuilds at once the higher number wins, in any order.
-- `epochs` (a hash beside the head) says of each epoch that may have keys how many batches it has
-- got. The count catches a Redis that lost a batch under way: the next batch does not follow.
--
-- All answer {'superseded'} when a higher epoch was opened or the batch does not follow.

local function epochs_of(head) return head .. ':epochs' end

local function is_superseded(head, epoch)
  local fence = call('HGET', head, 'fence')
  return fence and tonumber(fence) >= tonumber(epoch)
end

-- Arguments: epoch. Answers {'begun'}. A second call starts the count anew only before any batch.
command('rebuild_begin', function(head, args)
  local epoch = args[1]
  if is_superseded(head, epoch) then return { 'superseded' } end
  if call('HSETNX', epochs_of(head), epoch, 0) == 0 then return { 'superseded' } end
  return { 'begun' }
end)

-- Whether batch number `batch` is the next one of the epoch, and counts it.
local function follows(head, epoch, batch)
  if is_superseded(head, epoch) then return false end
  if call('HGET', epochs_of(head), epoch) ~= format('%.0f', batch - 1) then return false end
  call('HSET', epochs_of(head), epoch, batch)
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
  if is_superseded(head, epoch) then return { 'superseded' } end
  if call('HGET', epochs_of(head), epoch) ~= batches then return { 'superseded' } end
  journal(names_of(head, epoch), OPENED, now_ms(), 0, NO_ID, NO_ID, '')
  call('HSET', head, 'epoch', epoch, 'fence', epoch, 'sequence', sequence)
  return { 'opened' }
end)
