-- Tells the processes of taken batches what became of them.
-- KEYS[1] any key of the locks
-- ARGV[1] `committed`: they are written; `alone`: they still wait, for a commit of their own
-- ARGV[2] ms for which this is kept, and their processes count as the last ones at the rows
-- ARGV[3...] the requests
local call = redis.call
for at = 3, #ARGV do
  local other = ARGV[at]
  local process = string.match(other, '^[^/]+')
  call('DEL', '{ledger}:taken:' .. other, '{ledger}:batch:' .. other)
  if ARGV[1] == 'committed' then
    local rows = call('GET', '{ledger}:request:' .. other)
    for queue in string.gmatch(rows or '', '%S+') do
      call('LREM', queue, 1, other)
      call('SET', queue .. ':last', process, 'PX', ARGV[2])
    end
    call('DEL', '{ledger}:request:' .. other)
    call('SET', '{ledger}:committed:' .. other, 1, 'PX', ARGV[2])
    call('PUBLISH', 'ledger:' .. process, other .. ' committed')
  end
end
return 0
