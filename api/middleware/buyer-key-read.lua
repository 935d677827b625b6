-- Reads the cached holder of a buyer key.
-- KEYS[1] the entry
-- Answers {the run id of this Redis, the entry or false}. An entry that another process of Redis wrote may
-- be one that a revocation has replaced: this process may lack the last writes.
return {
  string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') or '',
  redis.call('GET', KEYS[1]),
}
