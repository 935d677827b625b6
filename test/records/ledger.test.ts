import { type Records } from '../../records/connect';
import {
  dropRecords,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

describe('the ledger', () => {
  let records: Records;
  beforeAll(async () => {
    records = await openRecords();
  });
  afterAll(() => dropRecords(records));

  it('holds, charges and gives back', async () => {
    const accountId = await fundedAccount(records, 1_000_000_000n);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 3_000 });

    expect(await records.ledger.reserveFill(request)).toEqual({ status: 'reserved' });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 1_000_000_000n,
      heldScale8: 300_000_000n,
    });
    const { fillId } = request.fill;
    const result = await records.ledger.settleFill(
      settlement(fillId, 1_500, { feeBasisPoints: 100 }),
    );
    expect(result.status).toBe('settled');
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 850_000_000n,
      heldScale8: 0n,
    });
  });
});
