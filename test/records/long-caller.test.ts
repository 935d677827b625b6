/**
 * A caller that lives for as long as its process, such as a gateway that retries its steps: what its
 * commits leave behind would be kept for ever, and every further one would take longer.
 */
import { getEventListeners } from 'node:events';
import { onBehalfOf } from '../../records/ledger/caller';
import { recordsForFile, fundedAccount, placedAsk, reservation } from './scenario';

const AT_ONCE = 5;

const records = recordsForFile();

test('commits leave nothing with the signal of their caller', async () => {
  const { signal } = new AbortController();
  const caller = { signal, deadlineAtMs: Infinity };
  const accountId = await fundedAccount(records, 100_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const terms = { accountId, askId, quantityTokens: 10 };
  const requests = await Promise.all(
    Array.from({ length: AT_ONCE }, () => reservation(records, terms)),
  );
  const reserved = await Promise.all(
    requests.map((request) => onBehalfOf(caller, () => records.ledger.reserveFill(request))),
  );
  expect(reserved.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill('reserved'));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
