/** Typed request context in `res.locals`, set by the middleware and read by the handlers. */
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { KeyTerms } from '../domain/buyer-keys';
import { fail } from '../domain/errors';
import type { ReceivedBody } from '../domain/json-body';
import type { WebhookParticipant } from '../domain/webhooks';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Arrival } from '../fairness/admission';
import type { Span } from '../exchange/tracing/tracing';
import type { Release } from '../fairness/fair-door';
import type { WorkTurns } from '../fairness/work-turns';
import type { QuotaDocument } from '../records/documents/quota';
import type { SellerDocument } from '../records/documents/seller';

/** A family of routes with its own credential, error shape and description. */
export type Surface = 'buyer' | 'seller' | 'market' | 'operator';

/** The holder of a valid buyer key. */
export interface Buyer {
  readonly accountId: string;
  readonly keyId: string;
  /** Of the text that came: one key has several for a while. Absent for the credential of a ticket. */
  readonly keyHash?: string;
  /** Owner of the account, set by the operator; null for none. */
  readonly owner?: string | null;
  readonly quotas: { readonly chat?: QuotaDocument };
  /** Absent for the credential of a ticket. */
  readonly terms?: KeyTerms;
}

/** The number of requests per window, and their holder. */
export interface HeldQuota extends QuotaDocument {
  /** A buyer's key, a seller, a client's address or the operator. */
  readonly holderId: string;
}

/** A ticket whose credential replaced a buyer key. */
export interface RedeemedTicket {
  readonly ticketId: string;
  readonly contractId: string;
  readonly modelId: string;
}

/** A body with its share of the memory for bodies. */
export interface HeldBody {
  readonly body: ReceivedBody;
  /** Frees the share. Idempotent. */
  readonly release: () => void;
}

/** Freed when its connection closes, until `take`: then whoever took it frees it. */
export interface ReceivedChat {
  readonly body: ReceivedBody | null;
  readonly take: () => void;
  readonly release: () => void;
}

declare global {
  namespace Express {
    interface Locals {
      requestId: string;
      /** For the application, not for one request: PUBLIC_URL, for links. */
      publicUrl?: string | undefined;
      surface: Surface;
      /** While traces are recorded, or when the client sent a trace context. */
      span?: Span;
      buyer?: Buyer;
      ticket?: RedeemedTicket;
      /** The count of a chat's quota, started during the lookup of its key. */
      countedAhead?: { readonly quota: HeldQuota; readonly counting: Promise<RateLimiterRes> };
      /** For a chat whose key was cached: whether it is revoked by the records. */
      isRevoked?: () => Promise<boolean>;
      seller?: SellerDocument;
      /** The unparsed body of a chat, until its handler takes it. */
      received?: ReceivedChat;
      /** Turns of the participants of the public surfaces. */
      turns?: WorkTurns;
      /** For a chat that may become an order. */
      arrival?: Arrival;
      /** For a handler whose work continues elsewhere before the answer. */
      releaseTurn?: Release;
      /** Who decrypts: `token` or `session <id>`. */
      codecActor?: string;
    }
    interface Request {
      /** Set by the logging middleware; adds the request id to every line. */
      log: Logger;
    }
  }
}

/** The buyer that the credential middleware authenticated. */
export function buyerOf(res: Response): Buyer {
  return presentOr(res.locals.buyer, 'buyer credential');
}

/** Takes the chat body that the body middleware received: the caller releases it. @throws Failure when there is none */
export function receivedOf(res: Response): HeldBody {
  const { body, take, release } = presentOr(res.locals.received, 'chat body');
  take();
  delete res.locals.received; // the response may live for minutes
  if (!body) throw fail('invalid_request', { message: 'A JSON body is required.' });
  return { body, release };
}

/** The seller that the credential middleware authenticated. */
export function sellerOf(res: Response): SellerDocument {
  return presentOr(res.locals.seller, 'seller credential');
}

/** The buyer's account or the seller that the credential middleware authenticated. */
export function participantOf({ locals }: { locals: Express.Locals }): WebhookParticipant {
  const { seller, buyer } = locals;
  if (seller) return `seller:${seller._id}`;
  return `account:${presentOr(buyer, 'buyer credential').accountId}`;
}

/** A single-valued path parameter. */
export function pathParameter(req: Request, name: string): string {
  return String(req.params[name]);
}

function presentOr<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The route has no ${what} middleware`);
  return value;
}
