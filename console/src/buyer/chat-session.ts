/** The playground's conversation with the exchange: it outlives the page that shows it. */
import { answerOf } from '../client/clients';
import type { BuyerRequestDetails } from './bodies';
import type { SignedInBuyer } from './buyer-page';
import { type ChatBody, type Fill, streamChat } from './chat-stream';

export interface Chat {
  readonly phase: 'ready' | 'waiting' | 'streaming' | 'done' | 'stopped' | 'broken' | 'refused';
  readonly text: string;
  /** Parts of the answer so far: about one token each. */
  readonly parts: number;
  readonly fillId: string | null;
  readonly fill: Fill | null;
  /** As the exchange recorded it, once there is a fill. */
  readonly request: BuyerRequestDetails | null;
  readonly error: unknown;
  readonly brokenBy: string | null;
}

const READY: Chat = {
  phase: 'ready',
  text: '',
  parts: 0,
  fillId: null,
  fill: null,
  request: null,
  error: null,
  brokenBy: null,
};

/** What a request cost is known once it has ended, which is usually within a second. */
const READINGS = 20;
const BETWEEN_READINGS_MS = 500;

export class ChatSession {
  private chat = READY;
  private running: AbortController | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly key: string,
    private readonly market: SignedInBuyer['market'],
  ) {}

  readonly read = (): Chat => this.chat;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly send = async (body: ChatBody): Promise<void> => {
    this.running?.abort();
    const run = new AbortController();
    this.running = run;
    this.chat = READY;
    this.change({ phase: 'waiting' });
    try {
      for await (const event of streamChat(this.key, body, run.signal)) {
        if (run.signal.aborted) return;
        if (event.kind === 'begun') {
          const { fillId } = event;
          this.change({ phase: 'streaming', fillId });
          if (fillId !== null) void this.readRequest(run, fillId, 1);
        } else if (event.kind === 'text') {
          this.change({ text: this.chat.text + event.text, parts: this.chat.parts + 1 });
        } else if (event.kind === 'fill') this.change({ fill: event.fill });
        else this.change({ phase: 'broken', brokenBy: event.message });
      }
      if (this.chat.phase === 'streaming') this.change({ phase: 'done' });
    } catch (error) {
      if (run.signal.aborted) return;
      this.change({ phase: this.chat.phase === 'waiting' ? 'refused' : 'broken', error });
    }
    await this.readEnd(run);
  };

  readonly stop = (): void => {
    const run = this.running;
    run?.abort();
    if (!isRunning(this.chat)) return;
    this.change({ phase: 'stopped' });
    if (run) void this.readEnd(run);
  };

  private async readEnd(run: AbortController): Promise<void> {
    const { fillId } = this.chat;
    if (fillId !== null) await this.readRequest(run, fillId, READINGS);
  }

  /** Until it has ended, or often enough. */
  private async readRequest(run: AbortController, id: string, readings: number): Promise<void> {
    for (let reading = 0; reading < readings; reading += 1) {
      const call = this.market.GET('/v1/requests/{id}', { params: { path: { id } } });
      const request = await answerOf(call).catch(() => null);
      if (this.running !== run) return;
      if (request) this.change({ request });
      if (request && request.status !== 'open') return;
      if (reading < readings - 1) {
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_READINGS_MS));
      }
    }
  }

  private change(part: Partial<Chat>): void {
    this.chat = { ...this.chat, ...part };
    for (const listener of this.listeners) listener();
  }
}

export function isRunning({ phase }: Chat): boolean {
  return phase === 'waiting' || phase === 'streaming';
}
