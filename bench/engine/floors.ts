/**
 * The floors under the engine's commands, as functions of the same Redis.
 *
 * `no-op` is what a call costs that does nothing. `idem` is the least that an idempotent journalled
 * command does: look its id up, append what happened to a stream, remember the answer under the id.
 * What it appends and remembers is as long as what a reservation does.
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

  /** With as many arguments as a reservation has. */
  readonly noop: Call = timed(() =>
    this.redis.callBuffer('FCALL', 'tokenbook_bench_engine_noop', 1, KEY, ANSWER, ''),
  );

  readonly idem: Call = timed(() => {
    const id = packId(randomUUID());
    return this.redis.callBuffer(
      ...(['FCALL', 'tokenbook_bench_engine_idem', 1, KEY, id, JOURNAL_ENTRY, ANSWER] as const),
    );
  });

  /** Empties what `idem` has written, so that it does not grow from round to round. */
  async clear(): Promise<void> {
    await this.redis.unlink(`${KEY}:memory`, `${KEY}:events`);
  }
}
