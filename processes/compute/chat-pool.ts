/**
 * Threads that read chat bodies, so that parsing, validating, hashing and counting tokens do not
 * block the event loop. Accounts take turns, and with several threads one account uses at most half
 * of them: one account delays others by at most the time for one body.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { ChatReader, ChatToRead, ReadChat } from '../../api/buyer/chat/read-chat';
import { fail } from '../../domain/errors';
import { FairQueue, type FairQueueLimits } from '../../fairness/fair-queue';
import type { ThreadAnswer } from './thread';

const QUEUE: FairQueueLimits = { perOwner: 32, all: 512 };
const RETRY_AFTER_SECONDS = 1;
/** Far more than the largest hard-to-count body takes; a thread that exceeds it is replaced. */
const READ_TIMEOUT_MS = 60_000;
const THREADS_MAX = 4;
/** A body takes up to twelve times its size while it is read: those above this one after the other. */
const LARGE_BYTES = 4_000_000;
/** Far more than a body takes; by default a thread may keep several gigabytes of what it is done with. */
const THREAD_MEGABYTES = 512;

interface Waiting {
  readonly chat: ChatToRead;
  readonly resolve: (answer: ReadChat) => void;
  readonly reject: (err: unknown) => void;
}

export interface ChatPoolOptions {
  /** Default: the number of processors minus one, at least 1 and at most 4. */
  readonly threads?: number | undefined;
  readonly threadFile?: string;
  readonly queue?: FairQueueLimits;
}

export class ChatPool implements ChatReader {
  private readonly pool: Piscina<ChatToRead, ThreadAnswer>;
  private readonly queue: FairQueue<Waiting>;
  private readonly threads: number;
  private readonly runningOf = new Map<string, number>();
  private running = 0;
  private readsLarge = false;

  constructor({ threads, threadFile, queue = QUEUE }: ChatPoolOptions = {}) {
    this.threads = threads ?? Math.min(Math.max(availableParallelism() - 1, 1), THREADS_MAX);
    this.queue = new FairQueue(queue);
    this.pool = new Piscina({
      filename: threadFile ?? join(__dirname, 'thread.js'),
      name: 'read',
      minThreads: this.threads,
      maxThreads: this.threads,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES },
    });
  }

  read(accountId: string, chat: ChatToRead): Promise<ReadChat> {
    return new Promise((resolve, reject) => {
      const pushed = this.queue.push(accountId, { chat, resolve, reject });
      if (pushed === 'queued') return this.startNext();
      const code = pushed === 'full' ? 'service_unavailable' : 'rate_limited';
      reject(
        fail(code, {
          message: 'Too many large requests wait to be read. Send them one after the other.',
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        }),
      );
    });
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private startNext(): void {
    const share = Math.ceil(this.threads / 2);
    while (this.running < this.threads) {
      const next = this.queue.next(
        (owner, { chat }) =>
          (this.runningOf.get(owner) ?? 0) < share && !(this.readsLarge && isLarge(chat)),
      );
      if (!next) return;
      void this.run(next.owner, next.entry);
    }
  }

  private async run(owner: string, { chat, resolve, reject }: Waiting): Promise<void> {
    const large = isLarge(chat);
    if (large) this.readsLarge = true;
    this.count(owner, 1);
    try {
      const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
      const transferList = ownBuffer(chat.bytes);
      const answer = await this.pool.run(chat, { signal, transferList });
      if ('chat' in answer) resolve(answer.chat);
      else reject(fail(answer.refusal.code, answer.refusal));
    } catch (err) {
      reject(fail('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: err }));
    }
    if (large) this.readsLarge = false;
    this.count(owner, -1);
    this.startNext();
  }

  private count(owner: string, change: 1 | -1): void {
    this.running += change;
    const running = (this.runningOf.get(owner) ?? 0) + change;
    if (running > 0) this.runningOf.set(owner, running);
    else this.runningOf.delete(owner);
  }
}

function isLarge({ bytes }: ChatToRead): boolean {
  return bytes.length > LARGE_BYTES;
}

/**
 * A buffer that has these bytes alone changes its thread: it is not copied, and a reference that
 * is left behind holds nothing.
 */
function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
