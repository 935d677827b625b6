/** A supervisor of one cheap server, for ending.test.ts: `supervised.mjs <home> [how it ends by itself]`. */
import { setTimeout as delay } from 'node:timers/promises';
import { endTogether } from '../../dist/setup/local/ending.js';
import { Home } from '../../dist/setup/local/home.js';
import { STARTED_FROM } from '../../dist/setup/local/process-identity.js';
import { Supervisor } from '../../dist/setup/local/supervisor.js';
import { startServerProcess } from '../../dist/setup/servers/server-process.js';

const [folder, ending] = process.argv.slice(2);
const home = await Home.take(folder);
const remember = ending === 'unrecorded' ? () => {} : (pid) => void home.remember(pid);
const supervisor = new Supervisor(remember);
endTogether(supervisor, home);
process.env[STARTED_FROM] = folder;
let serverPid = 0;
await supervisor.keep('server', () =>
  startServerProcess({
    name: 'server',
    binary: process.execPath,
    arguments: ['-e', 'setInterval(() => {}, 1_000)'],
    logFile: home.path('server.log'),
    check: async () => {},
    onSpawn: (server) => {
      serverPid = server.pid;
      supervisor.spawn(server);
    },
  }),
);
process.stderr.write(`ready ${serverPid}\n`);
if (ending === 'throw') throw new Error('nobody catches this');
if (ending === 'reject') void Promise.reject(new Error('nobody handles this'));
if (ending === 'exit') process.exit(3);
for (;;) {
  process.stderr.write('.\n');
  await delay(10);
}
