-- lease_hold, lease_drop: the temporary right of one relay to act for a book.
--
-- Key: the book's head. The lease is a separate string: the holder and its fence, the millisecond at
-- which this holder acquired it. A later holder has a higher fence, even after Redis was emptied, so
-- MongoDB can refuse late writes of a former holder.

local function lease_of(head)
  local key = head .. ':lease'
  local value = call('GET', key)
  if not value then return key end
  return key, string.match(value, '^(.+) (%d+)$')
end

-- Arguments: holder, milliseconds. Answers {'held', fence, now}; {'taken'}: another holds it.
-- A repetition by the holder extends it and returns the same fence.
command('lease_hold', function(head, args)
  local holder, lasts_ms = args[1], args[2]
  local key, present, fence = lease_of(head)
  if present and present ~= holder then return { 'taken' } end
  local now = format('%.0f', now_ms(head))
  fence = fence or now
  call('SET', key, holder .. ' ' .. fence, 'PX', lasts_ms)
  return { 'held', fence, now }
end)

-- Arguments: holder. Answers {'dropped'}, also when the lease was not the holder's.
command('lease_drop', function(head, args)
  local key, present = lease_of(head)
  if present == args[1] then call('DEL', key) end
  return { 'dropped' }
end)
