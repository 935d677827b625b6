import { area } from './mutation';

export const STANDING = area('standing', [
  {
    name: 'judged-during-a-joint-failure',
    file: 'exchange/judging/due-step.ts',
    find: 'return step && (await currentPause(records.judgingPauses, now)) ? null : step;',
    replace: 'return step;',
    harm: 'Sellers are suspended because the network of the exchange failed.',
    tests: ['standing/judging.test.ts'],
  },
  {
    name: 'joint-failures-count-later',
    file: 'records/standings/read-outcomes.ts',
    find: 'return outcomes.filter(({ at, isFailure }) => !isFailure || !isVoid(at));',
    replace: 'return outcomes.filter(({ at, isFailure }) => isFailure || !isVoid(at));',
    harm: 'After a failure of our network every seller is suspended.',
    tests: ['standing/judging.test.ts'],
  },
  {
    name: 'failures-before-a-suspension-count-again',
    file: 'exchange/judging/standing-service.ts',
    find: "startsAnew: seller.standing === 'Suspended',",
    replace: 'startsAnew: false,',
    harm: 'A seller whose suspension is over is suspended again at once, for ever.',
    tests: ['standing/judging.test.ts'],
  },
  {
    name: 'asks-of-a-banned-seller-in-the-book',
    file: 'exchange/judging/standing-service.ts',
    find: 'if (!mayOffer(standing)) await withdrawAsks(records, books, sellerId);',
    replace: '',
    harm: 'The book offers asks that nobody can buy, and one written meanwhile is sold.',
    tests: ['standing/judging.test.ts'],
  },
  {
    name: 'one-failure-too-many',
    file: 'domain/standing.ts',
    find: "if (failures >= SUSPENSION_FAILURES) return 'Suspended';",
    replace: "if (failures > SUSPENSION_FAILURES) return 'Suspended';",
    harm: 'A seller is suspended later than the documents say.',
    tests: ['standing/rule.test.ts'],
  },
]);
