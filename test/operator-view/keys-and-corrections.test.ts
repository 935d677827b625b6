/** What operators and buyers say that cannot be meant, and the keys of an account as an operator sees them. */
import { correctionSchema } from '../../api/schemas/operator';
import { spendQuerySchema } from '../../api/schemas/requests';
import { Exchange } from '../support/exchange';

test('a correction has one direction', () => {
  const said = { reference: 'correction', reason: 'A mistake' };
  const isAccepted = (amounts: object) =>
    correctionSchema.safeParse({ ...said, ...amounts }).success;
  expect(isAccepted({ credit: '1' })).toBe(true);
  expect(isAccepted({ debit: '1' })).toBe(true);
  expect(isAccepted({ credit: '1', debit: '1' })).toBe(false);
  expect(isAccepted({})).toBe(false);
});

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-04-31', false],
  ['2026-13-01', false],
])('%s is a day: %s', (from, isDay) => {
  expect(spendQuerySchema.safeParse({ from }).success).toBe(isDay);
});

test('a revoked key is shown as such, beside the others', async () => {
  const exchange = await Exchange.pooled();
  try {
    const { accountId } = await exchange.buyer();
    const path = `/accounts/${accountId}`;
    const { body: made } = await exchange.admin('POST', `${path}/keys`, { label: 'laptop' });
    await exchange.admin('DELETE', `${path}/keys/${made.key_id}`);
    const { body: shown } = await exchange.admin('GET', path);
    const revoked = shown.keys.filter((key: any) => key.revoked_at !== null);
    expect(revoked).toMatchObject([{ key_id: made.key_id, label: 'laptop' }]);
    expect(Date.parse(revoked[0].revoked_at)).toBeGreaterThan(Date.parse(revoked[0].created_at));
    expect(shown.keys).toHaveLength(2);
  } finally {
    await exchange.stop();
  }
});
