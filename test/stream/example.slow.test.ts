/** The example reader as a process of its own: it follows, comes back, and replaces what it knew. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { startProcess } from '../support/processes';
import { until } from '../support/wait';
import { Voice, bookMessage, trade } from './client';

const SCRIPT = join(__dirname, '../../examples/stream-reader.mjs');

let exchange: Exchange;
let voice: Voice;
const started: ChildProcess[] = [];
beforeAll(async () => {
  exchange = await Exchange.start({ workers: 0 });
  voice = new Voice(exchange.settings);
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  voice.close();
  await exchange.stop();
});

function start(model: string) {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, TOKENBOOK_URL: exchange.url(), MODEL: model },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const lines: string[] = [];
  child.stdout.on('data', (data: Buffer) => lines.push(...String(data).trim().split('\n')));
  return { child, lines };
}

test('it keeps the depth over a restart of the gateway', async () => {
  const model = newModel();
  const { lines } = start(model);
  const says = (line: string | RegExp) =>
    until(() => lines.find((one) => (typeof line === 'string' ? one === line : line.test(one))), {
      what: `"${line}" among ${JSON.stringify(lines)}`,
    });
  await says('book   nothing / nothing, version 0');
  voice.say(bookMessage(model, 1, { trades: [trade({ taker_side: 'ask' })] }));
  await says('trade  ask 10 tokens at 0.001, us-east');
  await says('book   nothing / 1001 at 0.001, version 1');

  const { port } = exchange.gateways[0]!;
  await exchange.gateways[0]!.kill();
  await says(/^disconnected \(1001\), again in \d+ ms$/);
  const environment = { PORT: String(port) };
  exchange.gateways.push(await startProcess('gateway', exchange.settings, environment));
  lines.length = 0;
  // The book of the engine: nobody has told this gateway of another.
  await says('book   nothing / nothing, version 0');
});

test('it gives up on a query that is refused', async () => {
  const { child, lines } = start('not an instrument');
  const [code] = await once(child, 'exit');
  expect([code, lines]).toEqual([1, ['refused: 400']]);
});
