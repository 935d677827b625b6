/**
 * Whether sellers are judged now: judging pauses when unrelated sellers begin to fail together, which the
 * operator must investigate.
 */
import { Gauge, type Registry } from 'prom-client';
import type { Records } from '../../records/connect';
import type { JudgingPauseDocument } from '../../records/documents/judging-pause';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorSellerRoutes } from '../routes/operator-sellers';
import { currentPause, newestPauses } from '../../records/queries/judging-pauses';

const PAUSES_TOLD = 20;

type Pauses = Pick<Records, 'judgingPauses'>;

/** `GET /judging`: the current pause and the newest ones. */
export function judgingHandler({
  judgingPauses,
}: Pauses): RouteHandler<typeof operatorSellerRoutes.getJudging> {
  return async (_req, res) => {
    const [pauses, current] = await Promise.all([
      newestPauses(judgingPauses, PAUSES_TOLD),
      currentPause(judgingPauses),
    ]);
    res.json({
      status: current ? 'paused' : 'active',
      pause: current && pauseBody(current),
      pauses: pauses.map(pauseBody),
    });
  };
}

/** 1 during a pause. Scrapes are infrequent, so each reads the records. */
export function measureJudging({ judgingPauses }: Pauses, registry: Registry): void {
  const gauge = new Gauge({
    name: 'tokenbook_seller_judging_paused',
    help: 'Whether judging is paused because unrelated sellers fail together.',
    registers: [registry],
    async collect() {
      const pause = await currentPause(judgingPauses).catch(() => undefined);
      if (pause === undefined) gauge.reset();
      else gauge.set(pause ? 1 : 0);
    },
  });
}

function pauseBody({ startedAt, endsAt, failing, asked, sellerIds }: JudgingPauseDocument) {
  return {
    started_at: startedAt.toISOString(),
    ends_at: endsAt.toISOString(),
    failing_sellers: failing,
    asked_sellers: asked,
    seller_ids: sellerIds,
  };
}
