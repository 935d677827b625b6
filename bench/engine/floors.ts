/**
 * The floors of the engine's commands, as functions of the same Redis.
 *
 * `no-op` is a call that does nothing. `idem` is the minimum of an idempotent journalled command: it
 * looks up its id, appends an event to a stream, and stores the answer under the id, with as many
 * bytes as a reservation.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { packId } from '../../engine/layouts';
import { type Call, timed } from '../measure/load';

const JOURNAL_ENTRY = Buffer.alloc(95, 'e');
const ANSWER = Buffer.alloc(29, 'a');
const KEY = 'bench:{floor}';

const LIBRARY = `#!lua name=tokenbook_bench_engine
local call
redis.register_function('tokenbook_bench_engine_noop', function() return 'OK' end)
local memory, events = '${KEY}:memory', '${KEY}:events'
redis.register_function('tokenbook_bench_engine_idem', function(keys, args)
  if not call then call = redis.call end
  local known = call('HGET', memory, args[1])
  if known then return known end
  call('XADD', events, '1-*', 'e', args[2])
  call('HSET', memory, args[1], args[3])
  return args[3]
end)
`;

export class EngineFloors {
  private constructor(private readonly redis: Redis) {}

  static async open(redis: Redis): Promise<EngineFloors> {
    await redis.call('FUNCTION', 'LOAD', 'REPLACE', LIBRARY);
    return new EngineFloors(redis);
  }

  /** Has as many arguments as a reservation. */
  readonly noop: Call = timed(() =>
    this.redis.callBuffer('FCALL', 'tokenbook_bench_engine_noop', 1, KEY, ANSWER, ''),
  );

  readonly idem: Call = timed(() => {
    const id = packId(randomUUID());
    return this.redis.callBuffer(
      ...(['FCALL', 'tokenbook_bench_engine_idem', 1, KEY, id, JOURNAL_ENTRY, ANSWER] as const),
    );
  });

  /** Deletes the keys of `idem`, so that they do not grow from round to round. */
  async clear(): Promise<void> {
    await this.redis.unlink(`${KEY}:memory`, `${KEY}:events`);
  }
}
