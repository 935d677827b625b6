/** A gateway keeps nothing of a chat that has ended: its memory does not grow with its age. */
import { freePort } from '../../setup/servers/ports';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { liveObjects } from '../support/heap';
import { startProcess } from '../support/processes';

/** Until connections are open and modules are loaded. */
const FIRST_CHATS = 300;
const CHATS = 1_000;
const AT_ONCE = 8;
/** Connections and timers come and go; a request that is kept has dozens of objects. */
const OBJECTS_PER_CHAT_MAX = 1;

let exchange: Exchange;
let inspectorPort: number;

beforeAll(async () => {
  exchange = await Exchange.start({ gateways: 0, settings: { CHAT_QUOTA: 1_000_000 } });
  inspectorPort = await freePort();
  const environment = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` };
  exchange.gateways.push(await startProcess('gateway', exchange.settings, environment));
});
afterAll(() => exchange?.stop());

test(`${CHATS} chats leave nothing behind`, async () => {
  const { key, model } = await openMarket(exchange, { balance: '1000', capacity: 100_000_000 });
  const send = async (chats: number) => {
    let left = chats;
    const statuses: number[] = [];
    const buyer = async () => {
      while (left-- > 0) statuses.push((await exchange.chat(key, { model })).status);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, buyer));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  };
  await send(FIRST_CHATS);
  const before = await liveObjects(inspectorPort);
  await send(CHATS);
  const kept = (await liveObjects(inspectorPort)) - before;
  expect(kept / CHATS).toBeLessThan(OBJECTS_PER_CHAT_MAX);
}, 240_000);
