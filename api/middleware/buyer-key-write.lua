-- Caches the holder of a buyer key, unless the key was revoked since the records were read.
-- KEYS[1] the entry
-- ARGV[1] the run id that the read answered   ARGV[2] the entry   ARGV[3] seconds for which it is kept
-- ARGV[4] the entry of a revoked key
-- Answers 1, or 0: the key is revoked, or another process of Redis may have lost its revocation.
local server = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or ''
if server ~= ARGV[1] or redis.call('GET', KEYS[1]) == ARGV[4] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
