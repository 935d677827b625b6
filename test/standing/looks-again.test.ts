/** A failure that is reported while its seller is being judged is judged, too. */
import { randomUUID } from 'node:crypto';
import { StandingWatch } from '../../exchange/judging/standing-watch';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const WINDOW_MS = 200;
/** So many failed probes lead to a suspension. */
const FAILED = 10;

const records = recordsForFile();

async function failingSeller(): Promise<string> {
  const [_id, at] = [randomUUID(), new Date(Date.now() - 60_000)];
  await records.sellers.insertOne({
    _id,
    name: 'Seller',
    endpointUrl: `https://${_id}.example/v1`,
    apiKeyHash: _id,
    supportedModels: [],
    regions: [],
    standing: 'Active',
    owner: null,
    quotas: {},
    registeredAt: at,
    updatedAt: at,
    asleepSince: null,
  });
  const failed = Array.from({ length: FAILED }, () => ({
    probeId: randomUUID(),
    detail: 'error',
    at,
  }));
  await records.sellerProbes.insertOne({ _id, claimedAt: at, failed });
  return _id;
}

test('a seller that failed again during a judgement is judged once more', async () => {
  const sellerId = await failingSeller();
  const failures: unknown[] = [];
  let judgements = 0;
  let goOn!: () => void;
  const first = new Promise<void>((resolve) => (goOn = resolve));
  const watch = new StandingWatch({
    records,
    tell: async () => {
      judgements += 1;
      if (judgements === 1) await first;
    },
    suspect: () => undefined,
    windowMs: WINDOW_MS,
    onError: (err) => failures.push(err),
  });
  watch.failed(sellerId);
  await until(() => judgements > 0, { what: 'the first judgement' });
  watch.failed(sellerId);
  // Its look comes while the first judgement is not over.
  const toldAtMs = performance.now();
  await until(() => performance.now() - toldAtMs > 5 * WINDOW_MS);
  goOn();
  await until(() => judgements > 1, { what: 'the second judgement', timeoutMs: 10_000 });
  expect(failures).toEqual([]);
});
