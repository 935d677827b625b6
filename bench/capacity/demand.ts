import type { Demand } from './plan';

/** What `npm run capacity` and docs/operate/scale.md assume unless they are told otherwise. */
export const STANDARD_DEMAND: Omit<Demand, 'requestsPerSecond'> = {
  streamShare: 0.6,
  chunksPerStream: 200,
  busiestBookShare: 0.3,
  busiestAskShare: 0.1,
  busiestAccountShare: 0.1,
  utilisation: 0.6,
  serverCores: 16,
  retentionDays: 365,
};

/** Of one run on one machine, which docs/operate/scale.md names. */
export const STORED_REPORTS = {
  chat: 'docs/reference/measured/chat.json',
  streams: 'docs/reference/measured/streams.json',
} as const;
