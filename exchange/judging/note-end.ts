/**
 * The script that records the end of an attempt among those of the last seconds.
 *
 * A seller counts as failing since its last answer: immediately when no request can have provoked
 * the failure (a probe failed, the endpoint was unreachable), when requests of two participants
 * failed, or when it has not answered for a whole window. One buyer's bad requests therefore do not
 * count as joint failures of sellers that answer others or our probes.
 *
 * KEYS: asked (sorted set by time), failing (sorted set by time), the seller's state (hash), the
 * time at which joint failure was detected (string, deleted when it ends).
 * ARGV: the seller, or its group; end; participant; window in ms; minimum number.
 * Returns nothing, or: detected at, now, failing, asked.
 */
export const NOTE = `
local asked, failing, known, noticed = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local seller, ending, account = ARGV[1], ARGV[2], ARGV[3]
local window, least = tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', asked, now, seller)
if ending == 'answered' then
  redis.call('ZREM', failing, seller)
  redis.call('DEL', known)
  redis.call('HSET', known, 'answered', now)
else
  local before = redis.call('HMGET', known, 'answered', 'account', 'sure')
  local sure = before[3] or ending == 'failed' or (before[2] and before[2] ~= account)
    or not before[1] or now - before[1] > window
  redis.call('HSET', known, 'account', account)
  if sure then
    redis.call('HSET', known, 'sure', 1)
    redis.call('ZADD', failing, now, seller)
  end
end
redis.call('PEXPIRE', known, window * 3)
for _, set in ipairs({asked, failing}) do
  redis.call('ZREMRANGEBYSCORE', set, '-inf', '(' .. (now - window))
  redis.call('PEXPIRE', set, window * 3)
end
local failed, all = redis.call('ZCARD', failing), redis.call('ZCARD', asked)
if failed < least or failed * 2 < all then return false end
local since = redis.call('GET', noticed) or now
redis.call('SET', noticed, since, 'PX', window)
return {tonumber(since), now, failed, all}
`;
