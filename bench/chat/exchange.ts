/** The exchange of a benchmark: its processes, one seller with one ask, and its buyers. */
import { randomBytes } from 'node:crypto';
import { loadSettings } from '../../config/settings';
import { callJson } from '../../setup/demo/http';
import { newSecrets } from '../../setup/local/credentials';
import { freePort } from '../../setup/servers/ports';
import type { Addresses, Stage } from '../stage';

export const MODEL = 'llama-3.1-8b';
/** Delay of the slow seller. */
export const SLOW_MODEL = 'llama-3.3-70b';

const PROCESSES = ['worker', 'gateway', 'relay'] as const;
const NO_QUOTA = '1000000000';
const DAY_SECONDS = 86_400;

/** The environment of every process of the run. */
export async function benchEnvironment(addresses: Addresses): Promise<Record<string, string>> {
  return {
    ...newSecrets(),
    TOKENBOOK_DEPLOYMENT: 'bench',
    MONGODB_DATABASE: 'bench',
    MONGODB_URI: addresses.mongoUri,
    REDIS_URL: addresses.redisUrl,
    TEMPORAL_ADDRESS: addresses.temporalAddress,
    PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
    CHAT_QUOTA: NO_QUOTA,
    ORDERS_QUOTA: NO_QUOTA,
    LOG_LEVEL: 'warn',
  };
}

export interface Exchange {
  readonly url: string;
  readonly buyerKeys: readonly string[];
}

/** Starts a seller that answers at once, or after a delay. @returns its URL */
export async function startSeller(stage: Stage, answerAfterMs = 0): Promise<string> {
  const port = await freePort();
  await stage.startProcess(
    answerAfterMs > 0 ? 'slow seller' : 'seller',
    'bench/instant-seller.js',
    { PORT: String(port), ANSWER_AFTER_MS: String(answerAfterMs) },
  );
  return `http://127.0.0.1:${port}`;
}

/** Starts the processes and creates, over the API, the seller, ask and buyers. */
export async function openExchange(
  stage: Stage,
  environment: Record<string, string>,
  sellerUrl: string,
  buyers: number,
): Promise<Exchange> {
  for (const name of PROCESSES) {
    await stage.startProcess(name, `processes/${name}.js`, environment);
  }
  const { PORT, ADMIN_PORT, secrets } = loadSettings({ ...process.env, ...environment });
  const url = `http://127.0.0.1:${PORT}`;
  await offerCapacity(url, sellerUrl);
  const admin = <Answer>(path: string, body: object) =>
    callJson<Answer>(`http://127.0.0.1:${ADMIN_PORT}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secrets.operatorToken}` },
      body,
    });
  const makeBuyer = async (_: unknown, index: number): Promise<string> => {
    const name = `Buyer ${index}`;
    const { account_id } = await admin<{ account_id: string }>('/accounts', { name });
    await admin(`/accounts/${account_id}/deposits`, { amount: '10000', reference: 'bench' });
    const key = await admin<{ buyer_key: string }>(`/accounts/${account_id}/keys`, {});
    return key.buyer_key;
  };
  return { url, buyerKeys: await Promise.all(Array.from({ length: buyers }, makeBuyer)) };
}

/** Registers a seller and posts one ask that is larger than the whole load. */
export async function offerCapacity(url: string, sellerUrl: string, model = MODEL): Promise<void> {
  const apiKey = randomBytes(24).toString('hex');
  const { seller_id } = await callJson<{ seller_id: string }>(`${url}/seller/v1/register`, {
    method: 'POST',
    body: {
      name: 'Seller',
      endpoint_url: sellerUrl,
      supported_models: [model],
      api_key: apiKey,
    },
  });
  await callJson(`${url}/market/v1/sellers/${seller_id}/asks`, {
    method: 'POST',
    headers: { 'x-seller-api-key': apiKey },
    body: { model_id: model, price: '0.0001', capacity: 1_000_000_000, ttl_seconds: DAY_SECONDS },
  });
}
