/** What a seller was asked for a fill, what it answered, and which probes of it failed. */
import type { FillDocument } from '../records/documents/fill';

export function attemptBodies({ attempts }: Pick<FillDocument, 'attempts'>) {
  return attempts.map((attempt) => ({
    number: attempt.number,
    state: attempt.state,
    reason: attempt.reason ?? null,
    detail: attempt.detail,
    started_at: attempt.startedAt.toISOString(),
    ended_at: attempt.endedAt?.toISOString() ?? null,
  }));
}

export function failedProbes({ failedProbes: failed }: Pick<FillDocument, 'failedProbes'>) {
  return (failed ?? []).map(({ probeId, at, detail }) => ({
    probe_id: probeId,
    detail,
    at: at.toISOString(),
  }));
}
