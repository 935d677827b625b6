-- Requests the lock of some rows, or asks again for its turn.
-- KEYS    the queue of each row: a list of requests in the order in which they came
-- ARGV[1] the request: `<process>/<number>`   ARGV[2] ms without a repetition after which it is dead
-- ARGV[3] ms after which a queue without a request is dropped
-- ARGV[4] the batch that another process may commit; empty: none, or the one that it offered before
-- ARGV[5] ms for which the batch is on offer
-- Answers {state, the positions in KEYS of rows that another process locks too, or did just now}. The
-- state is `held`, `waiting`, `taken` (another process commits the batch) or its confirmation (it has).
-- A request has its lock when it is the first in all its queues. Requests join all their queues in
-- one call, so that the oldest one always has its turn: there is no deadlock.
-- All keys have one hash tag. The keys of another request are derived from its name in the queue.
local call = redis.call
local request = ARGV[1]
local process = string.match(request, '^[^/]+')
local function alive(other)
  return call('EXISTS', '{ledger}:request:' .. other) == 1
end

local committed = call('GET', '{ledger}:committed:' .. request)
if committed then return { committed, {} } end
call('SET', '{ledger}:request:' .. request, table.concat(KEYS, ' '), 'PX', ARGV[2])
local taken = '{ledger}:taken:' .. request
local holder = call('GET', taken)
if holder and alive(holder) then return { 'taken', {} } end
call('DEL', taken)
if ARGV[4] ~= '' then call('SET', '{ledger}:batch:' .. request, ARGV[4], 'PX', ARGV[5]) end
local outcome = 'held'
local contended = {}
for at, queue in ipairs(KEYS) do
  if not call('LPOS', queue, request) then call('RPUSH', queue, request) end
  call('PEXPIRE', queue, ARGV[3])
  local first = call('LINDEX', queue, 0)
  while first ~= request and not alive(first) do
    call('LPOP', queue)
    first = call('LINDEX', queue, 0)
  end
  if first ~= request then outcome = 'waiting' end
  local last = call('GET', queue .. ':last')
  if call('LLEN', queue) > 1 or (last and last ~= process) then contended[#contended + 1] = at end
end
return { outcome, contended }
