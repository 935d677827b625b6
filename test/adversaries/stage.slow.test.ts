/** A stage that fails to open leaves nothing that would keep the parent process from exiting. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { until } from '../support/wait';
import { Stage } from './stage';

test('a stage that cannot start one of its parts stops the others', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const before = leftBehind();
  const { port } = occupant.address() as AddressInfo;
  // The gateway finds its port in use; DNS, worker and relay run by then.
  await expect(Stage.open({ PORT: port })).rejects.toThrow('EADDRINUSE');
  await until(() => without(before, leftBehind()).length === 0, { what: 'all of it to be closed' });
  occupant.close();
  await once(occupant, 'close');
}, 60_000);

/** What has come since; what an earlier test file left may go meanwhile. */
function without(known: readonly string[], kinds: readonly string[]): string[] {
  const left = [...known];
  return kinds.filter((kind) => {
    const index = left.indexOf(kind);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Child processes and servers of this process, each of which keeps it alive. */
function leftBehind(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => /Process|UDP|Server/.test(kind))
    .sort();
}
