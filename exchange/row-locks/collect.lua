-- Takes the batches that wait behind a held lock, so that its holder commits them with its own.
-- KEYS    the queue of each row of the lock
-- ARGV[1] the holder's request   ARGV[2] ms for which it may keep the batches, while it lives
-- ARGV[3] most batches
-- Answers {ms for which the lock is still held, request, batch, request, batch, ...}; {0}: it is lost.
-- A batch is taken when all requests before it, in each of its queues, are the holder's or taken.
local call = redis.call
local request = ARGV[1]
local held_ms = call('PTTL', '{ledger}:request:' .. request)
if held_ms <= 0 then return { 0 } end
for _, queue in ipairs(KEYS) do
  if call('LINDEX', queue, 0) ~= request then return { 0 } end
end

local together = { [request] = true }
local function is_next(other, rows)
  for queue in string.gmatch(rows, '%S+') do
    for _, before in ipairs(call('LRANGE', queue, 0, -1)) do
      if before == other then break end
      if not together[before] then return false end
    end
  end
  return true
end

local answer = { held_ms }
for _, queue in ipairs(KEYS) do
  for _, other in ipairs(call('LRANGE', queue, 1, ARGV[3])) do
    if #answer > 2 * ARGV[3] then return answer end
    local rows = not together[other] and call('GET', '{ledger}:request:' .. other)
    local batch = rows and call('GET', '{ledger}:batch:' .. other)
    if batch and is_next(other, rows) then
      together[other] = true
      call('SET', '{ledger}:taken:' .. other, request, 'PX', ARGV[2])
      answer[#answer + 1] = other
      answer[#answer + 1] = batch
    end
  end
end
return answer
