/** A stage that cannot be opened leaves nothing behind that would keep its director from ending. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { until } from '../support/wait';
import { Stage } from './stage';

test('what was begun is ended when a part of it cannot begin', async () => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  const before = leftBehind();
  const { port } = occupant.address() as AddressInfo;
  // The gateway finds its port in use; names, worker and relay are there by then.
  await expect(Stage.open({ PORT: port })).rejects.toThrow('EADDRINUSE');
  await until(() => leftBehind().join() === before.join(), { what: 'all of it to be closed' });
  occupant.close();
  await once(occupant, 'close');
}, 60_000);

/** Children and servers of this process: each keeps it from ending. */
function leftBehind(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => /Process|UDP|Server/.test(kind))
    .sort();
}
