/** The bus from relays to gateways: what Redis has not taken is not told as sent, nor what was lost. */
import { Redis } from 'ioredis';
import type { BookMessage } from '../../domain/book-message';
import { BookBus } from '../../processes/book-bus';
import { freePort } from '../../setup/servers/ports';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';

const MESSAGE: BookMessage = {
  modelId: 'model',
  tenor: 'spot',
  epoch: 1,
  sequence: 1,
  atMs: 1,
  asks: null,
  bids: null,
  trades: [],
};

test('a message that Redis did not take fails', async () => {
  const hooks = { onError: () => undefined, onReconnect: () => undefined };
  const bus = new BookBus(`redis://127.0.0.1:${await freePort()}`, 'deployment', hooks);
  await expect(bus.publish(MESSAGE)).rejects.toThrow(/connect|retries|Connection/i);
  bus.close();
});

test('each new connection is told, since messages may be lost; the first one is none', async () => {
  const { redisUrl } = await testSettings();
  const redis = new Redis(redisUrl);
  let reconnections = 0;
  const onReconnect = () => void (reconnections += 1);
  const bus = new BookBus(redisUrl, 'deployment', { onError: () => undefined, onReconnect });
  await bus.publish(MESSAGE);
  expect(reconnections).toBe(0);
  for (const times of [1, 2]) {
    await cutOthers(redis);
    await until(() => reconnections === times, { what: 'the new connection' });
    await bus.publish(MESSAGE);
  }
  bus.close();
  redis.disconnect();
});

/** Ends the connections of this test's database but this one. */
async function cutOthers(redis: Redis): Promise<void> {
  const own = await redis.client('ID');
  const lines = String(await redis.client('LIST')).split('\n');
  const fields = (line: string) =>
    new Map(line.split(' ').map((pair) => pair.split('=') as [string, string]));
  const clients = lines.map(fields);
  const database = clients.find((client) => client.get('id') === String(own))!.get('db');
  for (const client of clients) {
    const [id, db] = [client.get('id'), client.get('db')];
    if (id && id !== String(own) && db === database) await redis.client('KILL', 'ID', id);
  }
}
