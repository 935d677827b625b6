/** What the processes use over a time, and the commands that the servers execute meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerCommands } from '../idle/server-commands';
import { processorTimeMs } from '../measure/processor-time';
import type { Stage } from '../stage';

export interface Use {
  /** Processor seconds per minute, by process. */
  readonly seconds: ReadonlyMap<string, number>;
  /** Per second, by command. */
  readonly commands: ReadonlyMap<string, number>;
}

export async function useOver(
  stage: Stage,
  servers: ServerCommands,
  seconds: number,
  work: () => Promise<unknown> = async () => undefined,
): Promise<Use> {
  const { processes } = stage;
  const used = () => processes.map(({ pid }) => processorTimeMs(pid) ?? Number.NaN);
  const [startedAt, before, commandsBefore] = [performance.now(), used(), await servers.read()];
  await Promise.all([delay(seconds * 1_000), work()]);
  const tookMs = performance.now() - startedAt;
  const after = used();
  const commands = [...(await servers.read())].map(
    ([name, count]) =>
      [name, ((count - (commandsBefore.get(name) ?? 0)) * 1_000) / tookMs] as const,
  );
  return {
    seconds: new Map(
      processes.map(({ name }, at) => [name, ((after[at]! - before[at]!) * 60) / tookMs]),
    ),
    commands: new Map(commands),
  };
}
