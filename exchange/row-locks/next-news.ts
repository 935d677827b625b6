/** What a request that waits for rows hears next: from Redis, from its caller, or nothing in time. */

/** A request that waits tells that it is alive, and looks whether its turn has come unheard. */
const ASK_AGAIN_MS = 200;
/** The same after a caller has left while another process commits the batch. */
const LEFT_ASK_AGAIN_MS = 20;

/** `silence`: it is time to ask again. */
export type News = 'held' | 'committed' | 'left' | 'silence';

export class NextNews {
  /** The first news. */
  readonly news: Promise<News>;
  tell!: (news: News) => void;
  private readonly timer: NodeJS.Timeout;

  /** @param left aborted when a caller leaves */
  constructor(private readonly left: AbortSignal | undefined) {
    this.news = new Promise((resolve) => (this.tell = resolve));
    this.timer = left?.aborted
      ? setTimeout(this.leave, LEFT_ASK_AGAIN_MS)
      : setTimeout(() => this.tell('silence'), ASK_AGAIN_MS).unref();
    left?.addEventListener('abort', this.leave);
  }

  /** A request asks many times: each time leaves nothing behind. */
  end(): void {
    clearTimeout(this.timer);
    this.left?.removeEventListener('abort', this.leave);
  }

  private readonly leave = (): void => this.tell('left');
}
