/**
 * What changes for the participants that are connected to this gateway. While nobody is, nothing is
 * followed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  type AccountChange,
  type ChangeStream,
  type RecordedChange,
  changeOfEvent,
  nextRecordedChange,
  watchAccountChanges,
} from '../../records/queries/account-changes';
import type { Records } from '../../records/connect';

/** How long a read waits for a change, and an idle gateway follows after its last reader. */
const AWAIT_MS = 200;
const RETRY_MS = 500;
/** Open requests of connected accounts whose end has yet to be told. */
const OPEN_REQUESTS_MAX = 10_000;

export interface AccountListener {
  tell(change: AccountChange): void;
}

export class AccountFeed {
  private readonly listeners = new Map<string, Set<AccountListener>>();
  /** The participants of requests that were begun while they were connected. */
  private readonly requests = new LRUCache<string, string>({ max: OPEN_REQUESTS_MAX });
  private isFollowing = false;
  private opened: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly records: Pick<Records, 'connection'>,
    private readonly onError: (err: unknown) => void,
  ) {}

  /**
   * Resolves once every later change is told.
   * @param participant `account:<id>` or `seller:<id>`
   */
  async join(participant: string, listener: AccountListener): Promise<void> {
    const known = this.listeners.get(participant);
    if (known) known.add(listener);
    else this.listeners.set(participant, new Set([listener]));
    if (!this.isFollowing) {
      this.opened = new Promise((resolve) => void this.follow(resolve));
    }
    await this.opened;
  }

  leave(participant: string, listener: AccountListener): void {
    const those = this.listeners.get(participant);
    if (those?.delete(listener) && those.size === 0) this.listeners.delete(participant);
  }

  close(): void {
    this.isClosed = true;
  }

  private get isNeeded(): boolean {
    return !this.isClosed && this.listeners.size > 0;
  }

  private async follow(opened: () => void): Promise<void> {
    this.isFollowing = true;
    let isFirst = true;
    while (this.isNeeded) {
      try {
        await this.followOnce(() => {
          // What happened between two streams is unknown.
          if (!isFirst) this.tellAll({ kind: 'all', id: null });
          isFirst = false;
          opened();
        });
      } catch (err) {
        if (this.isNeeded) this.onError(err);
        await delay(RETRY_MS);
      }
    }
    this.isFollowing = false;
    opened();
  }

  private async followOnce(opened: () => void): Promise<void> {
    const stream = watchAccountChanges(this.records, AWAIT_MS);
    try {
      // The first read opens the stream on the server; it may wait there for a change.
      await this.receiveNext(stream);
      opened();
      while (this.isNeeded) await this.receiveNext(stream);
    } finally {
      await stream.close();
    }
  }

  private async receiveNext(stream: ChangeStream): Promise<void> {
    const change = await nextRecordedChange(stream);
    if (change) this.receive(change);
  }

  private receive(recorded: RecordedChange): void {
    switch (recorded.of) {
      case 'request':
        return this.receiveRequest(recorded);
      case 'trade':
        for (const participant of recorded.participants) {
          this.tell(participant, { kind: 'trade', id: recorded.id });
        }
        return;
      case 'event': {
        const concerned = recorded.participants.filter((one) => this.listeners.has(one));
        const change = concerned.length === 0 ? null : changeOfEvent(recorded);
        if (change) for (const participant of concerned) this.tell(participant, change);
      }
    }
  }

  /** The log names the account of a request only at its beginning. */
  private receiveRequest({ id, accountId }: RecordedChange & { of: 'request' }): void {
    const participant = accountId === null ? this.requests.get(id) : `account:${accountId}`;
    if (participant === undefined || !this.listeners.has(participant)) return;
    if (accountId !== null) this.requests.set(id, participant);
    this.tell(participant, { kind: 'request', id });
  }

  private tell(participant: string, change: AccountChange): void {
    for (const listener of this.listeners.get(participant) ?? []) listener.tell(change);
  }

  private tellAll(change: AccountChange): void {
    for (const participant of this.listeners.keys()) this.tell(participant, change);
  }
}
