/** How many requests of one participant may wait for a turn of a shared line, and who is refused. */
import { NoPlace } from '../../fairness/fair-door';
import { WorkTurns } from '../../fairness/work-turns';

const LIMITS = { atOnce: 1, together: 0, writes: 5, large: 5, sockets: 5, waiting: 3 };
const settledNow = () => new Promise<void>((resolve) => setImmediate(resolve));

test.each(['writes', 'large', 'sockets'] as const)(
  'new requests beyond those that may wait for %s are refused, others and begun ones are not',
  async (line) => {
    const turns = new WorkTurns(() => true, LIMITS);
    const ends: string[] = [];
    const ask = (who: string, queue?: 'begun') =>
      void turns.acquireShared(who, line, queue).then(
        () => ends.push(`${who} has a turn`),
        (err: unknown) => ends.push(`${who}: ${err instanceof NoPlace ? 'too many' : 'lost'}`),
      );
    await turns.acquire('somebody else');
    for (let count = 0; count < 1 + LIMITS.waiting; count += 1) ask('flood');
    await settledNow();
    expect(ends).toEqual(['flood has a turn']);
    ask('flood');
    ask('flood', 'begun');
    ask('other');
    await settledNow();
    expect(ends.slice(1).toSorted()).toEqual(['flood: too many', 'other has a turn']);
  },
);
