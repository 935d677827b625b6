import { randomUUID } from 'node:crypto';
import type { Settings } from '../../config/settings';
import { type DemoBuyer, ensureCredentials, keepDemo } from '../local/credentials';
import { CallFailed, callJson } from './http';

const OPENING_BALANCE = '100';
/** Above every price of the demo: a request without `max_price` is served whatever bids rest. */
const PRICE_CEILING = '0.01';

/** Returns the demo buyer of the last run while its key works, otherwise a new, funded one. */
export async function ensureBuyer(settings: Settings): Promise<DemoBuyer> {
  const known = ensureCredentials(settings.TOKENBOOK_HOME).demo?.buyer;
  if (known && (await works(settings, known))) return known;
  const created = await createBuyer(settings);
  keepDemo(settings.TOKENBOOK_HOME, { buyer: created });
  return created;
}

async function works(settings: Settings, buyer: DemoBuyer): Promise<boolean> {
  const headers = { authorization: `Bearer ${buyer.buyerKey}` };
  try {
    await callJson(`http://127.0.0.1:${settings.PORT}/market/v1/account`, { headers });
    return true;
  } catch (error) {
    if (error instanceof CallFailed && error.status === 401) return false;
    throw error;
  }
}

async function createBuyer(settings: Settings): Promise<DemoBuyer> {
  const post = <Answer>(path: string, body: object) =>
    callJson<Answer>(`http://127.0.0.1:${settings.ADMIN_PORT}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.secrets.operatorToken}` },
      body,
    });
  const account = await post<{ account_id: string }>('/accounts', {
    name: 'Demo buyer',
    price_ceiling: PRICE_CEILING,
  });
  const path = `/accounts/${account.account_id}`;
  await post(`${path}/deposits`, { amount: OPENING_BALANCE, reference: `demo-${randomUUID()}` });
  const key = await post<{ buyer_key: string }>(`${path}/keys`, { label: 'demo' });
  return { accountId: account.account_id, buyerKey: key.buyer_key };
}
