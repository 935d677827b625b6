-- Appends one message to the answer channel of an order and announces it, atomically.
-- KEYS[1] the stream   KEYS[2] the stop flag
-- ARGV[1] index of the message's first chunk   ARGV[2] sealed message
-- ARGV[3] seconds to keep the stream   ARGV[4] how many chunks the message holds
-- ARGV[5] '1' for the last message: it has this index or the next free one   ARGV[6] PUBLISH or SPUBLISH
-- Answers: 'ok', 'heard' (appended, and a subscriber received the announcement), 'stop' (appended, but the buyer is
-- disconnected) or 'taken' (another attempt wrote this index; nothing changed).
-- The entry has the index of the message's last chunk. A second call with the same index answers 'taken', which is
-- what keeps two attempts at one seller from interleaving.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local last_index = last and tonumber(string.match(last[1], '^%d+')) or 0
local index = tonumber(ARGV[1])
if ARGV[5] == '1' then
  index = math.max(index, last_index + 1)
end
if last_index >= index then
  return 'taken'
end
local place = string.format('%.0f', index + tonumber(ARGV[4]) - 1)
redis.call('XADD', KEYS[1], place .. '-0', 'm', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
local listeners = redis.call(ARGV[6], KEYS[1], place .. ':' .. ARGV[2])
if redis.call('EXISTS', KEYS[2]) == 1 then
  return 'stop'
end
return listeners > 0 and 'heard' or 'ok'
