/** One socket that hears of the changes of its account: gathered, and only while its key is valid. */
import type { AccountChange } from '../../records/queries/account-changes';
import { buildMessage } from './declared-messages';
import type { AccountListener } from './account-feed';
import type { StreamSocket } from './socket-events';

/** Changes within this time are told together. */
const GATHERED_MS = 100;
/** Of one message. Beyond it the oldest are left out, except for one of each kind. */
const CHANGES_PER_MESSAGE = 100;

export class AccountMember implements AccountListener {
  private waiting: AccountChange[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly socket: StreamSocket,
    /** Whether the key still belongs to the account. */
    private readonly isAllowed: () => Promise<boolean>,
    private readonly onError: (err: unknown) => void,
  ) {}

  tell(change: AccountChange): void {
    const isKnown = this.waiting.some(({ kind, id }) => kind === change.kind && id === change.id);
    if (!isKnown) this.waiting.push(change);
    if (this.waiting.length > CHANGES_PER_MESSAGE) this.leaveOutOldest();
    this.timer ??= setTimeout(() => void this.deliver(), GATHERED_MS);
  }

  /** Ends the connection of a key that was revoked. */
  async check(): Promise<boolean> {
    try {
      if (await this.isAllowed()) return true;
      this.socket.disconnect(true);
    } catch (err) {
      this.onError(err);
    }
    return false;
  }

  leave(): void {
    if (this.timer) clearTimeout(this.timer);
    this.waiting = [];
  }

  private async deliver(): Promise<void> {
    // A peer that does not read has one message in this process at most.
    const canSend = this.socket.conn.transport.writable && (await this.check());
    this.timer = null;
    if (!this.socket.connected) return;
    if (!canSend) {
      this.timer = setTimeout(() => void this.deliver(), GATHERED_MS * 5);
      return;
    }
    const changes = this.waiting.splice(0);
    if (changes.length > 0) {
      this.socket.emit('account_changed', buildMessage('account_changed', { changes }));
    }
  }

  private leaveOutOldest(): void {
    const index = this.waiting.findIndex(
      ({ kind }, at) => this.waiting.findLastIndex((other) => other.kind === kind) > at,
    );
    this.waiting.splice(Math.max(0, index), 1);
  }
}
