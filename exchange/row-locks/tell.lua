-- Tells the processes of taken batches what became of them.
-- KEYS[1] any key of the locks
-- ARGV[1] ms for which this is kept, and their processes count as the last ones at the rows
-- ARGV[2...] each request, and its confirmation when it is written (batch-macs.ts); empty: it still
-- waits, for a commit of its own
local call = redis.call
for at = 2, #ARGV, 2 do
  local other = ARGV[at]
  local confirmation = ARGV[at + 1]
  local process = string.match(other, '^[^/]+')
  call('DEL', '{ledger}:taken:' .. other, '{ledger}:batch:' .. other)
  if confirmation ~= '' then
    local rows = call('GET', '{ledger}:request:' .. other)
    for queue in string.gmatch(rows or '', '%S+') do
      call('LREM', queue, 1, other)
      call('SET', queue .. ':last', process, 'PX', ARGV[1])
    end
    call('DEL', '{ledger}:request:' .. other)
    call('SET', '{ledger}:committed:' .. other, confirmation, 'PX', ARGV[1])
    call('PUBLISH', 'ledger:' .. process, other .. ' ' .. confirmation)
  end
end
return 0
