/** Whether sellers are judged now: not while unrelated ones fail together, which is ours to look at. */
import type { RequestHandler } from 'express';
import { Gauge, type Registry } from 'prom-client';
import type { Records } from '../../records/connect';
import type { JudgingPauseDocument } from '../../records/judging-pause';
import { currentPause, newestPauses } from '../../records/standings/judging-pauses';

const PAUSES_TOLD = 20;

type Pauses = Pick<Records, 'judgingPauses'>;

/** `GET /judging`: the pause that goes on, and the newest ones. */
export function judgingHandler({ judgingPauses }: Pauses): RequestHandler {
  return async (_req, res) => {
    const pauses = await newestPauses(judgingPauses, PAUSES_TOLD);
    const current = pauses.find(({ endsAt }) => endsAt > new Date()) ?? null;
    res.json({
      status: current ? 'paused' : 'active',
      pause: current && pauseBody(current),
      pauses: pauses.map(pauseBody),
    });
  };
}

/** 1 while nobody is judged. The text is asked for rarely, so it is read then. */
export function measureJudging({ judgingPauses }: Pauses, registry: Registry): void {
  const gauge = new Gauge({
    name: 'tokenbook_seller_judging_paused',
    help: 'Whether unrelated sellers fail together, so that no seller is judged.',
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
