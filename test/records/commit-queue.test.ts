/** How many requests one commit takes: many of one participant, few of several, one of each at least. */
import { CommitQueue } from '../../records/ledger/commit-queue';
import type { Member } from '../../records/ledger/batch-commit';

const ONE_PARTICIPANT_MAX = 64;
const MIXED_MAX = 12;

/** A queue with so many requests of each of so many participants. */
function queueOf(participants: number, requestsOfEach: number): CommitQueue {
  const queue = new CommitQueue();
  for (let request = 0; request < requestsOfEach; request += 1)
    for (let at = 0; at < participants; at += 1) {
      const transaction = { endsOrder: false };
      queue.push({ participant: `participant ${at}`, caller: null, transaction } as Member);
    }
  return queue;
}

/** By participant. */
function countsOf(batch: readonly Member[]): number[] {
  const counts = new Map<string, number>();
  for (const { participant } of batch) counts.set(participant, (counts.get(participant) ?? 0) + 1);
  return [...counts.values()];
}

test.each([
  [ONE_PARTICIPANT_MAX, ONE_PARTICIPANT_MAX],
  [ONE_PARTICIPANT_MAX + 1, ONE_PARTICIPANT_MAX],
])('%i requests of one participant: %i', (requests, taken) => {
  const queue = queueOf(1, requests);
  expect(queue.fill([])).toHaveLength(taken);
  expect(queue.isEmpty).toBe(requests === taken);
});

test('of two participants each has its half of a small commit', () => {
  expect(countsOf(queueOf(2, 50).fill([]))).toEqual([MIXED_MAX / 2, MIXED_MAX / 2]);
});

test.each([
  [MIXED_MAX, MIXED_MAX],
  [MIXED_MAX + 1, MIXED_MAX + 1],
  [ONE_PARTICIPANT_MAX, ONE_PARTICIPANT_MAX],
  [ONE_PARTICIPANT_MAX + 1, ONE_PARTICIPANT_MAX],
])('of %i participants so many have one in it: %i', (participants, taken) => {
  const counts = countsOf(queueOf(participants, 3).fill([]));
  expect(counts).toEqual(Array.from({ length: taken }, () => 1));
});

test('whoever is in the commit already counts once, and others still have their turn', () => {
  const queue = queueOf(20, 2);
  const [first] = queue.fill([], ({ participant }) => participant === 'participant 0');
  expect(countsOf(queue.fill([first!]))).toHaveLength(20);
});
