-- Releases the lock of some rows, or withdraws the request for it, and tells the next ones their turn.
-- KEYS    the queue of each row
-- ARGV[1] the request   ARGV[2] ms for which the next one may hold its lock
-- ARGV[3] ms for which the process counts as the last one at the rows
-- Answers `released`; `taken`, and does nothing, while another process commits the batch of the
-- request; `committed` when it has.
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
if call('EXISTS', '{ledger}:committed:' .. request) == 1 then return 'committed' end
if holder and rows_of(holder) then return 'taken' end
call('DEL', '{ledger}:request:' .. request, '{ledger}:batch:' .. request, '{ledger}:taken:' .. request)
for _, queue in ipairs(KEYS) do
  call('LREM', queue, 1, request)
  call('SET', queue .. ':last', process_of(request), 'PX', ARGV[3])
end
local told = {}
for _, queue in ipairs(KEYS) do
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
