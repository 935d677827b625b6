import { area } from './mutation';

const LEASE = 'followers/lease.ts';

/** Under which lease one process at a time follows. */
export const RELAYING_LEASES = area('relaying', [
  {
    name: 'lease-used-to-its-last-moment',
    file: LEASE,
    find: 'const MARGIN = 0.25;',
    replace: 'const MARGIN = 0;',
    harm: 'Two followers work at once for a moment, and a trade is told twice.',
    tests: ['engine/lease-ends.test.ts'],
  },
  {
    name: 'lease-of-another-not-noticed',
    file: LEASE,
    find: 'this.endsAt = held ? calledAt + this.lastsMs * (1 - MARGIN) : 0;',
    replace: 'if (held) this.endsAt = calledAt + this.lastsMs * (1 - MARGIN);',
    harm: 'A follower goes on although it has been told that another one has the lease.',
    tests: ['engine/lease-ends.test.ts'],
  },
  {
    name: 'refused-progress-not-noticed',
    file: LEASE,
    find: 'this.endsAt = isOurs ? calledAt + this.lastsMs * (1 - MARGIN) : 0;',
    replace: 'this.endsAt = calledAt + this.lastsMs * (1 - MARGIN);',
    harm: 'A follower whose progress was refused goes on beside its successor.',
    tests: ['engine/lease-ends.test.ts'],
  },
  {
    name: 'lost-lease-taken-again-by-old-work',
    file: LEASE,
    find: 'if (this.isHeld && performance.now() < until)',
    replace: 'if (performance.now() < until)',
    harm: 'Work of a former holder goes on with what it had read before its successor worked.',
    tests: ['engine/lease-ends.test.ts'],
  },
  {
    name: 'hanging-work-keeps-the-lease',
    file: LEASE,
    find: 'if (this.isHeld && performance.now() < until)',
    replace: 'if (this.isHeld)',
    harm: 'A book whose relay hangs is never followed by another one.',
    tests: ['engine/lease-ends.test.ts'],
  },
  {
    name: 'dropped-lease-still-used',
    file: LEASE,
    find: '  async drop(): Promise<void> {\n    this.endsAt = 0;\n',
    replace: '  async drop(): Promise<void> {\n',
    harm: 'A relay that has stopped publishes beside the one that follows it.',
    tests: ['engine/lease-ends.test.ts'],
  },
]);
