import { type Server, type Socket, connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

const ONE = 100_000_000n;

/** Passes bytes on to MongoDB, and can cut a connection around the next command of a name. */
class CuttingProxy {
  private readonly sockets = new Set<Socket>();
  private next: { command: string; when: 'before' | 'after' } | null = null;
  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {}

  static async start(host: string, port: number): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server, { host, port });
    server.on('connection', (socket) => proxy.accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get uri(): string {
    const { port } = this.server.address() as AddressInfo;
    return `mongodb://127.0.0.1:${port}/?directConnection=true`;
  }

  /** `before`: the command never arrives. `after`: it arrives, its answer does not. */
  cut(command: string, when: 'before' | 'after'): void {
    this.next = { command, when };
  }

  get hasCut(): boolean {
    return this.next === null;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(client: Socket): void {
    const upstream = connect(this.target);
    let dropAnswer = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (bytes) => {
      if (this.next && bytes.includes(this.next.command)) {
        const { when } = this.next;
        this.next = null;
        if (when === 'before') return end();
        dropAnswer = true;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => (dropAnswer ? end() : client.write(bytes)));
  }
}

describe('a connection that is lost in a commit', () => {
  let records: WritableRecords;
  let cutOff: WritableRecords;
  let proxy: CuttingProxy;

  beforeAll(async () => {
    records = await openRecords();
    const settings = await testSettings();
    const { hostname, port } = new URL(settings.mongoUri);
    proxy = await CuttingProxy.start(hostname, Number.parseInt(port, 10));
    cutOff = await connectRecords({
      mongoUri: proxy.uri,
      MONGODB_DATABASE: records.connection.name,
    });
  });
  afterEach(() => expectSound(records));
  afterAll(async () => {
    await cutOff.close();
    proxy.stop();
    await dropRecords(records);
  });

  it.each([
    ['commitTransaction', 'before'],
    ['commitTransaction', 'after'],
    ['journals', 'before'],
    ['journals', 'after'],
  ] as const)('%s cut %s it arrives: the fill is reserved once', async (command, when) => {
    const accountId = await fundedAccount(records, 1n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 1_000 });
    proxy.cut(command, when);
    expect((await cutOff.ledger.reserveFill(request)).status).toMatch(/^(reserved|duplicate)$/);
    expect(proxy.hasCut).toBe(true);
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 1n * ONE });
  });

  it.each(['before', 'after'] as const)(
    'cut %s the commit arrives: the fill is settled once, and the answer is the trade',
    async (when) => {
      const accountId = await fundedAccount(records, 1n * ONE);
      const askId = await placedAsk(records, { capacityTokens: 1_000 });
      const request = await reservation(records, { accountId, askId, quantityTokens: 1_000 });
      await cutOff.ledger.reserveFill(request);
      proxy.cut('commitTransaction', when);
      const result = await cutOff.ledger.settleFill(settlement(request.fill.fillId, 250));
      expect(proxy.hasCut).toBe(true);
      expect(result).toMatchObject({ trade: { grossScale8: ONE / 4n } });
      expect(await records.trades.findOne({ _id: request.fill.fillId })).toMatchObject({
        tradeId: 'trade' in result ? (result.trade?.tradeId ?? '') : '',
      });
    },
  );
});
