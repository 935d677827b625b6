/** What the middleware learns about a request and the handlers read: typed, in `res.locals`. */
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { fail } from '../domain/errors';
import type { ReceivedBody } from '../domain/json-body';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Arrival } from '../exchange/admission';
import type { GiveBack, WorkTurns } from '../exchange/work-turns';
import type { QuotaDocument } from '../records/quota';
import type { SellerDocument } from '../records/seller';

/** A family of routes with its own credential, error shape and description. */
export type Surface = 'buyer' | 'seller' | 'market' | 'operator';

/** The holder of a valid buyer key. */
export interface Buyer {
  readonly accountId: string;
  readonly keyId: string;
  /** Of the account, as the operator says; without one it belongs to nobody else. */
  readonly owner?: string | null;
  readonly quotas: { readonly chat?: QuotaDocument };
}

/** How many requests may come in a window, and whose. */
export interface HeldQuota extends QuotaDocument {
  /** A buyer's key, a seller, a client's address or the operator. */
  readonly holderId: string;
}

/** A ticket whose credential came instead of a buyer key. */
export interface RedeemedTicket {
  readonly ticketId: string;
  readonly contractId: string;
  readonly modelId: string;
}

declare global {
  namespace Express {
    interface Locals {
      requestId: string;
      /** Of the application, not of one request: PUBLIC_URL, for links. */
      publicUrl?: string | undefined;
      surface: Surface;
      buyer?: Buyer;
      ticket?: RedeemedTicket;
      /** The count of a chat's quota, begun while its key was looked up. */
      countedAhead?: { readonly quota: HeldQuota; readonly counting: Promise<RateLimiterRes> };
      seller?: SellerDocument;
      /** The body of a chat, not parsed yet; `release` gives up its place in memory. */
      received?: { readonly body: ReceivedBody | null; readonly release: () => void };
      /** Of the participants of the public surfaces. */
      turns?: WorkTurns;
      /** Of a chat that may become an order. */
      arrival?: Arrival;
      /** For a handler whose work goes on elsewhere before it is answered. */
      giveTurnBack?: GiveBack;
      /** Who opens sealed text: `token` or `session <id>`. */
      codecActor?: string;
    }
    interface Request {
      /** Made by the logging middleware; carries the request id in every line. */
      log: Logger;
    }
  }
}

/** The buyer that the credential middleware let in. */
export function buyerOf(res: Response): Buyer {
  return presentOr(res.locals.buyer, 'buyer credential');
}

/** The chat body that the body middleware received. @throws Failure when there is none */
export function receivedOf(res: Response): { body: ReceivedBody; release: () => void } {
  const { body, release } = presentOr(res.locals.received, 'chat body');
  if (!body) throw fail('invalid_request', { message: 'A JSON body is required.' });
  return { body, release };
}

/** The seller that the credential middleware let in. */
export function sellerOf(res: Response): SellerDocument {
  return presentOr(res.locals.seller, 'seller credential');
}

/** A path parameter that stands once in the route. */
export function pathParameter(req: Request, name: string): string {
  return String(req.params[name]);
}

function presentOr<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The route has no ${what} middleware`);
  return value;
}
