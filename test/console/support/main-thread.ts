/** How long the main thread of a page computes without a pause. */
import type { Page } from 'playwright-core';

/** Tasks of the main thread, as Chromium's own tracing names them. */
const TASKS = 'disabled-by-default-devtools.timeline';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Processor time, in microseconds: a busy machine does not lengthen it. */
  readonly tdur?: number;
}

export interface MainThread {
  /** Processor time of each task since the start, in milliseconds; never none. */
  stop(): Promise<number[]>;
}

export async function traceMainThread(page: Page): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [TASKS], excludedCategories: ['*'] },
  });
  return {
    stop: async () => {
      const complete = new Promise<void>((resolve) =>
        session.once('Tracing.tracingComplete', () => resolve()),
      );
      await session.send('Tracing.end');
      await complete;
      await session.detach();
      return tasksOf(events);
    },
  };
}

function tasksOf(events: readonly TraceEvent[]): number[] {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = events.filter((event) => event.name === 'RunTask' && main.has(threadOf(event)));
  if (!tasks.some(({ tdur = 0 }) => tdur > 0)) throw new Error('The browser traced no task.');
  return tasks.map(({ tdur = 0 }) => tdur / 1_000);
}
