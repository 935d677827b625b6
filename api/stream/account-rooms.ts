/**
 * The namespace `/account` of socket.io: tells the holder of a key that something of its own has
 * changed. The key is in the packet that connects, never in an address.
 */
import { z } from 'zod';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import type { WebhookParticipant } from '../../domain/webhooks';
import { whenClosed } from '../closing';
import { errorBody } from '../middleware/error-body';
import { asFailure } from '../middleware/errors';
import { parseWith } from '../middleware/body';
import { type ModeSettings, wrongCredential } from '../middleware/wrong-credential';
import type { AccountFeed } from './account-feed';
import { AccountMember } from './account-member';
import { SOCKETS_PER_KEY } from './declarations';
import type { StreamMetrics } from './metrics';
import type { StreamServer, StreamSocket } from './socket-events';

export const ACCOUNT_NAMESPACE = '/account';

/** How long a revoked key without changes may stay connected. */
const CHECK_MS = 5_000;
const KEY_LENGTH_MAX = 512;

const key = z.string().min(1).max(KEY_LENGTH_MAX).optional();
const authSchema = z
  .object({ key, seller_key: key })
  .refine((auth) => (auth.key === undefined) !== (auth.seller_key === undefined), {
    message: 'must have either key or seller_key',
  });
export type AccountAuth = z.output<typeof authSchema>;

export interface AccountHolder {
  /** Of the key; sockets are counted by it. */
  readonly keyId: string;
  readonly participant: WebhookParticipant;
}

export interface AccountRoomsDeps {
  readonly feed: AccountFeed;
  readonly metrics: StreamMetrics;
  readonly settings: ModeSettings & Pick<Settings, 'PUBLIC_URL'>;
  /** Null for a key that is unknown or revoked. */
  readonly holderOf: (auth: AccountAuth) => Promise<AccountHolder | null>;
  /** Slows the guessing of keys from the address of the socket. */
  readonly throttle: (socket: StreamSocket) => Promise<void>;
  readonly onError: (err: unknown) => void;
}

export class AccountRooms {
  private readonly members = new Map<StreamSocket, AccountMember>();
  private readonly socketsOf = new Map<string, number>();
  private readonly checking: NodeJS.Timeout;

  constructor(
    io: StreamServer,
    private readonly deps: AccountRoomsDeps,
  ) {
    io.of(ACCOUNT_NAMESPACE).use((socket, next) => void this.answer(socket, next));
    this.checking = setInterval(() => {
      for (const member of this.members.values()) void member.check();
    }, CHECK_MS);
    this.checking.unref();
  }

  close(): void {
    clearInterval(this.checking);
    this.deps.feed.close();
  }

  private async answer(socket: StreamSocket, next: (refusal?: Error) => void): Promise<void> {
    const refusal = await this.admit(socket).then(
      () => undefined,
      (err: unknown) => this.refusal(err),
    );
    next(refusal);
  }

  private async admit(socket: StreamSocket): Promise<void> {
    const { feed, metrics, holderOf, onError } = this.deps;
    const auth = parseWith(authSchema, socket.handshake.auth);
    const holder = await holderOf(auth);
    if (!holder) {
      await this.deps.throttle(socket);
      throw wrongCredential(this.deps.settings, auth.key ?? null);
    }
    const { participant, keyId } = holder;
    this.count(keyId, 1);
    const isAllowed = async () => (await holderOf(auth))?.participant === participant;
    const member = new AccountMember(socket, isAllowed, onError);
    this.members.set(socket, member);
    metrics.connections.inc({ kind: 'account' });
    const leave = () => {
      if (!this.members.delete(socket)) return;
      member.leave();
      feed.leave(participant, member);
      this.count(keyId, -1);
      metrics.connections.dec({ kind: 'account' });
    };
    socket.once('disconnect', leave);
    // A connection that ends before it is admitted has no other end.
    whenClosed(socket.request.socket, leave);
    try {
      if ((this.socketsOf.get(keyId) ?? 0) > SOCKETS_PER_KEY) {
        throw fail('rate_limited', { message: 'This key has too many open connections.' });
      }
      await feed.join(participant, member);
      if (socket.conn.readyState !== 'open') throw fail('service_unavailable');
    } catch (err) {
      leave();
      throw err;
    }
  }

  private count(keyId: string, by: 1 | -1): void {
    const sockets = (this.socketsOf.get(keyId) ?? 0) + by;
    if (sockets > 0) this.socketsOf.set(keyId, sockets);
    else this.socketsOf.delete(keyId);
  }

  /** Its `data` is the body that a refused request has. */
  private refusal(err: unknown): Error {
    const failure = asFailure(err);
    this.deps.metrics.refused.inc({ code: failure.code });
    const data = errorBody(failure, 'market', this.deps.settings.PUBLIC_URL);
    return Object.assign(new Error(failure.message), { data });
  }
}
