-- Caches the holder of a buyer key, unless the key was revoked since the records were read.
-- KEYS[1] the entry
-- ARGV[1] the entry   ARGV[2] seconds for which it is kept   ARGV[3] the entry of a revoked key
-- Answers 1, or 0: the key is revoked.
if redis.call('GET', KEYS[1]) == ARGV[3] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
return 1
