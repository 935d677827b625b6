import { area } from './mutation';

export const LOCKS = area('locks', [
  {
    name: 'batch-taken-by-a-dead-process',
    file: 'exchange/row-locks/acquire.lua',
    find: "if holder and alive(holder) then return { 'taken', {} } end",
    replace: "if holder then return { 'taken', {} } end",
    harm: 'A request waits for a process that died, until its lock runs out.',
    tests: ['records/row-locks.test.ts'],
  },
  {
    name: 'request-withdrawn-while-it-is-committed',
    file: 'exchange/row-locks/release.lua',
    find: "if holder and rows_of(holder) then return 'taken' end\n",
    replace: '',
    harm: 'A request that another process is committing is committed a second time on its own.',
    tests: ['records/row-locks.test.ts'],
  },
  {
    name: 'lost-lock-takes-batches',
    file: 'exchange/row-locks/collect.lua',
    find: "  if call('LINDEX', queue, 0) ~= request then return { 0 } end\n",
    replace: '',
    harm: 'A process commits the batches of others with a lock that it has lost.',
    tests: ['records/row-locks.test.ts'],
  },
  {
    name: 'commit-not-remembered',
    file: 'exchange/row-locks/tell.lua',
    find: "    call('SET', '{ledger}:committed:' .. other, 1, 'PX', ARGV[2])\n",
    replace: '',
    harm: 'Who missed the news of a commit queues again, and commits a second time.',
    tests: ['records/row-locks.test.ts'],
  },
  {
    name: 'committed-batch-reported-as-left',
    file: 'exchange/row-locks/release.lua',
    find: "if call('EXISTS', '{ledger}:committed:' .. request) == 1 then return 'committed' end\n",
    replace: '',
    harm: 'A caller that leaves is told that nothing was written, after another process has written it.',
    tests: ['records/row-locks.test.ts'],
  },
  {
    name: 'batch-taken-past-an-earlier-one',
    file: 'exchange/row-locks/collect.lua',
    find: 'if not together[before] then return false end',
    replace: '',
    harm: 'A batch is committed beside the holder of another of its rows, and both are made again.',
    tests: ['records/row-locks.test.ts'],
  },
]);
