/**
 * Whether the server works. One that refuses connections or fails is asked by itself until it
 * answers again: meanwhile nothing is offered, and requests are throttled, which is no failure.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Trouble, Upstream } from './upstream';

const BETWEEN_PROBES_MS = 2_000;

interface Events {
  /** It is away, or is back. */
  readonly onChange: () => void;
  readonly say: (line: string) => void;
}

export class Watch {
  private trouble: Trouble | null = null;
  private probing: Promise<Trouble | null> | null = null;
  private readonly ending = new AbortController();

  constructor(
    private readonly upstream: Pick<Upstream, 'probe'>,
    private readonly events: Events,
  ) {}

  get isAway(): boolean {
    return this.trouble !== null;
  }

  /**
   * A request has failed before its first byte.
   * @returns whether the server fails everybody, so that nothing more is to be sent to it
   */
  async failed(trouble: Trouble): Promise<boolean> {
    if (this.isAway) return true;
    this.probing ??= this.upstream.probe().finally(() => (this.probing = null));
    const found = await this.probing;
    if (found === null || this.ending.signal.aborted) return false;
    if (!this.isAway) this.leave(found.said === trouble.said ? trouble : found);
    return true;
  }

  close(): void {
    this.ending.abort();
  }

  private leave(trouble: Trouble): void {
    this.trouble = trouble;
    const remedy = trouble.remedy === null ? '' : ` ${trouble.remedy}`;
    this.events.say(`upstream: ${trouble.said}.${remedy} Its offer is withdrawn until it answers.`);
    this.events.onChange();
    void this.wait();
  }

  private async wait(): Promise<void> {
    const { signal } = this.ending;
    for (let found = this.trouble; found !== null; found = await this.upstream.probe()) {
      await delay(BETWEEN_PROBES_MS, null, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
    this.trouble = null;
    this.events.say('upstream: it answers again');
    this.events.onChange();
  }
}
