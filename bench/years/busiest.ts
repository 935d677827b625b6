/** The buyer and the seller of a past that are measured, registered over the API, and the others. */
import { randomBytes, randomUUID } from 'node:crypto';
import { loadSettings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';
import { callJson } from '../../setup/demo/http';
import { MODEL } from '../chat/exchange';
import type { Participants } from './history';
import type { Busiest } from './read-routes';

const OTHER_ACCOUNTS = 200;
const OTHER_SELLERS = 50;
const DAY_SECONDS = 86_400;
const BEFORE_THE_PAST = new Date('2010-01-01T00:00:00Z');

export type Registered = Omit<Busiest, 'fillId' | 'orderId' | 'reconciliationId'>;

/** With money, an ask larger than the load, and a bought ticket. */
export async function register(
  environment: Record<string, string>,
  sellerUrl: string,
): Promise<Registered> {
  const { PORT, ADMIN_PORT, secrets } = loadSettings({ ...process.env, ...environment });
  const [url, adminUrl] = [`http://127.0.0.1:${PORT}`, `http://127.0.0.1:${ADMIN_PORT}`];
  const { operatorToken } = secrets;
  const post = <Answer>(address: string, headers: Record<string, string>, body: object) =>
    callJson<Answer>(address, { method: 'POST', headers, body });
  const sellerKey = randomBytes(24).toString('hex');
  const seller = { name: 'Busiest seller', endpoint_url: sellerUrl, supported_models: [MODEL] };
  const registration = { ...seller, api_key: sellerKey };
  const { seller_id: sellerId } = await post<{ seller_id: string }>(
    `${url}/seller/v1/register`,
    {},
    registration,
  );
  const terms = { price: '0.0001', capacity: 1_000_000_000, ttl_seconds: DAY_SECONDS };
  const ask = { model_id: MODEL, ...terms };
  await post(`${url}/market/v1/sellers/${sellerId}/asks`, { 'x-seller-api-key': sellerKey }, ask);
  const operator = { authorization: `Bearer ${operatorToken}` };
  const accounts = `${adminUrl}/admin/v1/accounts`;
  const { account_id: accountId } = await post<{ account_id: string }>(accounts, operator, {
    name: 'Busiest buyer',
  });
  const money = { amount: '10000', reference: 'bench' };
  await post(`${accounts}/${accountId}/deposits`, operator, money);
  const { buyer_key: buyerKey } = await post<{ buyer_key: string }>(
    `${accounts}/${accountId}/keys`,
    operator,
    {},
  );
  const bought = await post<{ ticket_id: string; order_id: string; contract_id: string }>(
    `${url}/buyer/v1/tickets`,
    { authorization: `Bearer ${buyerKey}` },
    { model: MODEL, quantity_tokens: 1_000 },
  );
  return {
    url,
    adminUrl,
    operatorToken,
    buyerKey,
    sellerKey,
    accountId,
    sellerId,
    modelId: MODEL,
    contractOrderId: bought.order_id,
    contractId: bought.contract_id,
    ticketId: bought.ticket_id,
  };
}

/** Inserts the other participants. */
export async function allParticipants(
  { accounts, sellers }: WritableRecords,
  { accountId, sellerId }: Registered,
): Promise<Participants> {
  const accountIds = Array.from({ length: OTHER_ACCOUNTS }, () => randomUUID());
  const sellerIds = Array.from({ length: OTHER_SELLERS }, () => randomUUID());
  const now = new Date();
  // Nothing of a seller is looked for before its registration.
  await sellers.updateOne({ _id: sellerId }, { $set: { registeredAt: BEFORE_THE_PAST } });
  await accounts.insertMany(
    accountIds.map((_id) => ({
      _id,
      name: 'Buyer',
      owner: null,
      priceCeilingScale8: null,
      createdAt: now,
      updatedAt: now,
    })),
  );
  await sellers.insertMany(
    sellerIds.map((_id) => ({
      _id,
      name: 'Seller',
      endpointUrl: `https://${_id}.example`,
      apiKeyHash: _id,
      supportedModels: [MODEL],
      regions: ['us-east'],
      standing: 'Active',
      owner: null,
      quotas: {},
      registeredAt: BEFORE_THE_PAST,
      updatedAt: now,
      asleepSince: now,
    })),
  );
  return { accountIds: [accountId, ...accountIds], sellerIds: [sellerId, ...sellerIds] };
}

/** The oldest contract of the busiest buyer, with its ticket: the bought one while the past has none. */
export async function pastContract(
  { contracts }: WritableRecords,
  registered: Registered,
): Promise<Pick<Busiest, 'contractOrderId' | 'contractId' | 'ticketId'>> {
  const { accountId, ticketId } = registered;
  const found = await contracts.find({ accountId }).sort({ _id: 1 }).limit(1).next();
  if (!found) return registered;
  return {
    contractOrderId: found.orderId,
    contractId: found._id,
    ticketId: found.ticketId ?? ticketId,
  };
}

/** A finished chat of the busiest buyer: the oldest one, which every longer past has too. */
export async function pastChat(
  { fills }: WritableRecords,
  { accountId, sellerId }: Registered,
): Promise<Pick<Busiest, 'fillId' | 'orderId'>> {
  const fill = await fills
    .find({ sellerId, accountId, kind: 'chat', status: 'settled' })
    .sort({ _id: 1 })
    .limit(1)
    .next();
  if (!fill) throw new Error('The past has no settled fill of the busiest buyer and seller');
  return { fillId: fill._id, orderId: fill.orderId };
}

/** Two of the others, who have few records each. */
export function quietOf({ accountIds, sellerIds }: Participants): NonNullable<Busiest['quiet']> {
  return { accountId: accountIds.at(-1)!, sellerId: sellerIds.at(-1)! };
}
