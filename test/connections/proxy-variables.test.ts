/** Proxies of the environment: other programs of a machine need them, the servers of an exchange do not. */
import { type AddressInfo, type Server, createServer } from 'node:net';
import { lazyTemporal } from '../../temporal/connection';
import { testSettings } from '../support/environment';

const VARIABLES = ['http_proxy', 'https_proxy', 'grpc_proxy'] as const;
const set = new Map<string, string | undefined>();

let proxy: Server;
let asked = 0;
beforeAll(async () => {
  proxy = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const { port } = proxy.address() as AddressInfo;
  for (const name of [...VARIABLES, 'no_proxy', 'no_grpc_proxy']) set.set(name, process.env[name]);
  for (const name of VARIABLES) process.env[name] = `http://127.0.0.1:${port}`;
  delete process.env['no_proxy'];
  delete process.env['no_grpc_proxy'];
});
afterAll(() => {
  for (const [name, value] of set) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  proxy.close();
});

test('a relay reaches Temporal without the proxy of the environment', async () => {
  const temporal = lazyTemporal(await testSettings());
  const info = await temporal.client.workflowService.getSystemInfo({});
  await temporal.close();
  expect(info.serverVersion).toMatch(/^\d/);
  expect(asked).toBe(0);
});
