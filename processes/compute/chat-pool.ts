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
import { FairDoor, NoPlace } from '../../fairness/fair-door';
import type { FairQueueLimits } from '../../fairness/fair-queue';
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

export interface ChatPoolOptions {
  /** Default: the number of processors minus one, at least 1 and at most 4. */
  readonly threads?: number | undefined;
  readonly threadFile?: string;
  readonly queue?: FairQueueLimits;
}

export class ChatPool implements ChatReader {
  private readonly pool: Piscina<ChatToRead, ThreadAnswer>;
  private readonly reading: FairDoor;
  private readonly readingLarge: FairDoor;

  constructor(options: ChatPoolOptions = {}) {
    const { threadFile, queue: waiting = QUEUE } = options;
    const processors = Math.max(availableParallelism() - 1, 1);
    const threads = options.threads ?? Math.min(processors, THREADS_MAX);
    this.reading = new FairDoor({ places: threads, most: Math.ceil(threads / 2), waiting });
    this.readingLarge = new FairDoor({ places: 1, waiting });
    this.pool = new Piscina({
      filename: threadFile ?? join(__dirname, 'thread.js'),
      name: 'read',
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEGABYTES },
    });
  }

  async read(accountId: string, chat: ChatToRead): Promise<ReadChat> {
    const read = () => this.reading.run(accountId, () => this.run(chat));
    try {
      const isLarge = chat.bytes.length > LARGE_BYTES;
      return await (isLarge ? this.readingLarge.run(accountId, read) : read());
    } catch (err) {
      if (!(err instanceof NoPlace)) throw err;
      throw fail(err.reason === 'full' ? 'service_unavailable' : 'rate_limited', {
        message: 'Too many large requests wait to be read. Send them one after the other.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private async run(chat: ChatToRead): Promise<ReadChat> {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const transferList = ownBuffer(chat.bytes);
    const answer = await this.pool.run(chat, { signal, transferList }).catch((err: unknown) => {
      throw fail('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: err });
    });
    if ('chat' in answer) return answer.chat;
    throw fail(answer.refusal.code, answer.refusal);
  }
}

/**
 * A buffer that has these bytes alone changes its thread: it is not copied, and a reference that
 * is left behind holds nothing.
 */
function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
