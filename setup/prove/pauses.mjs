/**
 * `npm run pauses`: pauses each server and each process (SIGSTOP) under every kind of load, and
 * checks the result each time. Prints a table.
 */
import { runLong } from './run-jest.mjs';

await runLong({
  file: 'test/pauses/run.ts',
  help: `npm run pauses                                             everything, for 1, 6, 36 and 90 s: an hour
npm run pauses -- --seconds 1,6                            shorter pauses: some minutes
npm run pauses -- --paused mongod,worker --seconds 36      some of them

  --paused NAMES    mongod, redis, temporal, gateway, worker, relay
  --seconds LIST    duration of each pause
  --loads NAMES     chats, streams, draws, orders, registrations, rebuild
  --count N         requests of each kind around a pause`,
  options: {
    paused: { variable: 'PAUSES_PAUSED', default: '' },
    seconds: { variable: 'PAUSES_SECONDS', default: '1,6,36,90' },
    loads: { variable: 'PAUSES_LOADS', default: '' },
    count: { variable: 'PAUSES_COUNT', default: '20' },
  },
});
