/** The quick start in Go: a machine without its toolchain fetches and compiles for a minute first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Exchange } from '../support/exchange';
import { buildGo, findGo } from './go';
import { LEFT, OUTPUT, PROGRAMS, play } from './quick-start';

let exchange: Exchange;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-quick-start-'));
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true });
});

test('Go', async () => {
  const go = await findGo();
  if (!go) {
    process.stderr.write(
      'not run: there is no Go on the PATH, and none to fetch for this machine\n',
    );
    return;
  }
  const program = join(folder, 'quick-start');
  await buildGo(go, join(PROGRAMS, 'quick-start.go'), program);
  expect(await play(exchange, program, [])).toEqual({ stdout: OUTPUT, stderr: '', left: LEFT });
});
