-- Requests the end of a dispatch whose stream has no readers left, in the same step in which they are counted.
-- KEYS[1] the stream, which is also the channel   KEYS[2] the stop flag
-- ARGV[1] how the subscribers are counted: NUMSUB or SHARDNUMSUB   ARGV[2] seconds to keep the flag
-- Answers 1 when the end is requested, 0 while there is a reader.
if redis.call('PUBSUB', ARGV[1], KEYS[1])[2] > 0 then
  return 0
end
redis.call('SET', KEYS[2], '1', 'EX', ARGV[2])
return 1
