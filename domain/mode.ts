/**
 * The two modes of a market. In test mode nothing costs money: accounts begin with test money, and
 * sellers of the exchange answer for free. Each mode is a deployment with stores and queues of its
 * own, so that no route, query or sum has to tell the two apart.
 */
export const MODES = ['live', 'test'] as const;

export type Mode = (typeof MODES)[number];

export function otherMode(mode: Mode): Mode {
  return mode === 'live' ? 'test' : 'live';
}
