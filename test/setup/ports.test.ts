import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { freePort, portIsFree } from '../../setup/servers/ports';

const LINUX_OUTGOING = '/proc/sys/net/ipv4/ip_local_port_range';

describe('a free port', () => {
  it('is none that the system gives to outgoing connections', async () => {
    const range = await readFile(LINUX_OUTGOING, 'utf8').catch(() => '32768 60999');
    const lowest = Number(range.trim().split(/\s+/)[0]);
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    expect(Math.max(...ports)).toBeLessThan(lowest);
  });

  it('is none where a server listens', async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    try {
      expect(await portIsFree(port)).toBe(false);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    expect(await portIsFree(port)).toBe(true);
  });
});
