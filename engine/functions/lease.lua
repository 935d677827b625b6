-- lease_hold, lease_hold_all, lease_drop: the temporary right of one relay to act for a book.
--
-- Key: the book's head; of lease_hold_all: those of many books. The lease is a separate string: the holder and its fence, the millisecond at
-- which this holder acquired it. A later holder has a higher fence, even after Redis was emptied, so
-- MongoDB can refuse late writes of a former holder.

local function lease_of(head)
  local key = head .. ':lease'
  local value = call('GET', key)
  if not value then return key end
  return key, string.match(value, '^(.+) (%d+)$')
end

-- Also answers the head's fields `epoch`, nil while the book is closed, and `owned`. Closes a book of another process
-- or with a wrong clock, which the holder rebuilds; one of an earlier release belongs to this process from now on.
local function hold_lease(head, holder, lasts_ms)
  local key, present, fence = lease_of(head)
  if present and present ~= holder then return { 'taken' } end
  local is_timed = tells_time(head)
  local epoch_field, opened_by, owned = spread(call('HMGET', head, 'epoch', 'process', OWNED))
  if epoch_field and not opened_by then call('HSET', head, 'process', this_process())
  elseif epoch_field and (opened_by ~= this_process() or not is_timed) then
    close_book(head)
    epoch_field = nil
  end
  local now = format('%.0f', now_ms(head))
  fence = fence or now
  call('SET', key, holder .. ' ' .. fence, 'PX', lasts_ms)
  return { 'held', fence, now }, epoch_field, owned
end

-- Arguments: holder, milliseconds. Answers {'held', fence, now}; {'taken'}: another holds it.
-- A repetition by the holder extends it and returns the same fence.
command('lease_hold', function(head, args) return (hold_lease(head, args[1], args[2])) end)

-- Arguments: as of lease_hold. Answers, for each book, what lease_hold does; to 'held' of a book that is
-- open it adds how that stands: its field `epoch`, `<epoch>-<version>` of its newest event and that event, or
-- two '', and how many of its indexes have an order, -1 when the owners of its sellers are gone.
command_for_each('lease_hold_all', function(head, args)
  local held, epoch_field, owned = hold_lease(head, args[1], args[2])
  if not epoch_field then return held end
  -- Not remembered: so many books would displace those that are traded.
  local book = books[head]
  if not book or book.epoch_field ~= epoch_field then book = names_of(head, epoch_field) end
  local newest = call('XREVRANGE', book.events, '+', '-', 'COUNT', 1)[1]
  held[4] = epoch_field
  held[5], held[6] = newest and newest[1] or '', newest and newest[2][2] or ''
  local is_whole = not owned or call('EXISTS', book.owners) == 1
  held[7] = format('%d', is_whole and call('EXISTS', spread(book.indexes)) or -1)
  return held
end)

-- Arguments: holder. Answers {'dropped'}, also when the lease was not the holder's.
command('lease_drop', function(head, args)
  local key, present = lease_of(head)
  if present == args[1] then call('DEL', key) end
  return { 'dropped' }
end)
