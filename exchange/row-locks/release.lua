-- Releases the lock of some rows, or withdraws the request for it, and tells the next ones their turn.
-- KEYS    the queue of each row
-- ARGV[1] the request   ARGV[2] ms for which the next one may hold its lock
-- ARGV[3] ms for which the process counts as the last one at the rows
-- ARGV[4] `ended`; or `applied`: the request, and the batches that it took, leave their queues, but
-- still wait until their commit is confirmed
-- ARGV[5...] those batches, by their requests
-- Answers `released`; `taken`, and does nothing, while another process commits the batch of the
-- request; the confirmation of that process when it has.
-- A process hears of its turns on its own channel, `ledger:<process>`.
local call = redis.call
local request = ARGV[1]
local function process_of(other)
  return string.match(other, '^[^/]+')
end
local function rows_of(other)
  return call('GET', '{ledger}:request:' .. other)
end

-- The first living request of a queue, and its rows.
local function first_of(queue)
  local first = call('LINDEX', queue, 0)
  while first do
    local rows = rows_of(first)
    if rows then return first, rows end
    call('LPOP', queue)
    first = call('LINDEX', queue, 0)
  end
end

local holder = call('GET', '{ledger}:taken:' .. request)
local committed = call('GET', '{ledger}:committed:' .. request)
if committed then return committed end
if holder and rows_of(holder) then return 'taken' end
call('DEL', '{ledger}:batch:' .. request, '{ledger}:taken:' .. request)
if ARGV[4] == 'ended' then call('DEL', '{ledger}:request:' .. request) end
local left = {}
local function leave(queue, other)
  call('LREM', queue, 1, other)
  call('SET', queue .. ':last', process_of(other), 'PX', ARGV[3])
  left[#left + 1] = queue
end
for _, queue in ipairs(KEYS) do leave(queue, request) end
for at = 5, #ARGV do
  for queue in string.gmatch(rows_of(ARGV[at]) or '', '%S+') do leave(queue, ARGV[at]) end
end
local told = {}
for _, queue in ipairs(left) do
  local next_one, rows = first_of(queue)
  if next_one and not told[next_one] then
    local granted = true
    for other_queue in string.gmatch(rows, '%S+') do
      if first_of(other_queue) ~= next_one then granted = false end
    end
    if granted then
      told[next_one] = true
      call('PEXPIRE', '{ledger}:request:' .. next_one, ARGV[2])
      call('PUBLISH', 'ledger:' .. process_of(next_one), next_one .. ' held')
    end
  end
end
return 'released'
