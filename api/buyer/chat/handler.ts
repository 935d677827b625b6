/**
 * `POST /v1/chat/completions`, after credential, rate limit and body: creates the bid, runs the
 * order, and sends the buyer the messages of the order's answer channel.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { RedisClient } from '../../../engine/connect-redis';
import type { AnswerListener, AnswerSubscription } from '../../../channel/answer-listener';
import { messagesOf } from '../../../channel/messages';
import { type Failure, fail } from '../../../domain/errors';
import { newId } from '../../../domain/new-id';
import type { Arrival } from '../../../fairness/admission';
import type { OrderRunner } from '../../../exchange/chat/order-runner';
import type { KeyUse } from '../../../exchange/idempotency/request-memory';
import { participantName } from '../../../exchange/chat/participant';
import { DURABLE } from '../../../records/mongodb/durable';
import type { OrderDocument } from '../../../records/documents/order';
import type { rootRoutes } from '../../routes/buyer';
import type { RouteHandler } from '../../routes/declared-route';
import { type RedeemedTicket, buyerOf, receivedOf } from '../../context';
import { closingOf, whenClosed } from '../../closing';
import { idempotencyKeyOf } from '../../middleware/idempotency-key';
import type { AbandonedOrders } from '../../../exchange/takeover/abandoned-orders';
import { fromRedis } from '../../../exchange/books/redis-unavailable';
import { type BidDeps, type Bids, makeBids } from './bid';
import { Bidding } from './bidding';
import { LOST_ANSWER, settledAnswer, watchRecords } from './durable-end';
import { type Asking, type Means, askingOf, checkMeans, meansOf } from './means';
import { type ChatReader, READ_AT_ONCE_BYTES, type ReadChat, readChat } from './read-chat';
import { respond } from './respond';

const HOUR_MS = 3_600_000;
const NOT_STARTED =
  'The earlier request with this key has ended without an answer. Nothing was charged. Send the request again.';

export interface ChatDeps extends BidDeps {
  readonly redis: RedisClient;
  readonly listener: AnswerListener;
  readonly orders: {
    readonly runner: Pick<OrderRunner, 'start' | 'runs' | 'isAtSeller' | 'readerLeft' | 'arrive'>;
    /** Whether arrived requests are reserved without excessive delay. */
    keepsUp(): boolean;
    /** Whether another order may start. */
    hasCapacity(): boolean;
    /** Looks after an order that a client waits for and another process works on. */
    readonly lookAfter?: AbandonedOrders['look'];
  };
  readonly reader: ChatReader;
}

/** The identity of a request, by its Idempotency-Key. */
interface Identity {
  readonly orderId: string;
  /** Null without a key. */
  readonly use: KeyUse | null;
  readonly idempotencyId: string | null;
  /** Sent before with the same body: joined or answered again. */
  readonly known: boolean;
  /** The account's current means. */
  readonly means: Means;
}

export function chatHandler(deps: ChatDeps): RouteHandler<typeof rootRoutes.createChatCompletion> {
  return async (req, res) => {
    const asked = await readRequest(deps, req, res);
    try {
      await complete(deps, req, res, asked);
    } finally {
      asked.bid.release();
    }
  };
}

/** What is known of a request, apart from its body: its buyer may wait for minutes. */
interface Asked {
  readonly identity: Identity;
  readonly streamed: boolean;
  readonly bid: Bidding;
}

async function readRequest(deps: ChatDeps, req: Request, res: Response): Promise<Asked> {
  const { body, release } = receivedOf(res);
  try {
    const { ticket = null } = res.locals;
    const buyer = buyerOf(res);
    const toRead = { ...body, ticketId: ticket?.ticketId ?? null };
    const isShort = body.bytes.length <= READ_AT_ONCE_BYTES;
    const participant = participantName(buyer.accountId, buyer.owner);
    const chat = isShort ? readChat(toRead) : await deps.reader.read(participant, toRead);
    const asking = askingOf(deps.records, buyer);
    asking.catch(() => undefined); // later code awaits it
    const asked = { key: idempotencyKeyOf(req), bodyHash: chat.bodyHash };
    const identity = await identify(deps, buyer.accountId, asking, ticket, asked);
    const make = () => asking.then((found) => bidOf(deps, chat, identity, res, found));
    return { identity, streamed: chat.terms.stream === true, bid: new Bidding(make, release) };
  } catch (err) {
    release();
    throw err;
  }
}

async function complete(
  deps: ChatDeps,
  req: Request,
  res: Response,
  { identity, streamed, bid }: Asked,
): Promise<void> {
  const key = idempotencyKeyOf(req);
  const { orderId, known } = identity;
  res.locals.span?.set({ 'tokenbook.order.id': orderId });
  if (known) res.locals.arrival?.left(); // it waits for an answer, not for a reservation
  if (!known) bid.make().catch(() => undefined); // concurrent with the subscription; `begin` reports a failure
  const subscription = await listen(deps, identity);
  const watch = new AbortController();
  let isUnconfirmed = false;
  const leave = () => {
    watch.abort();
    subscription.close();
    // Without a key nobody can get an answer that comes later.
    if ((streamed && !res.writableFinished) || (isUnconfirmed && key === null)) {
      stopUnread(deps, orderId).catch(() => undefined); // otherwise the stream's silence limit ends it
    }
  };
  whenClosed(res, leave);
  if (closingOf(res).aborted) {
    // Nothing has started yet.
    return known ? undefined : forgetUnused(deps, identity, bid);
  }
  await begin(deps, bid, identity, subscription, res.locals.arrival);
  bid.release();
  res.locals.releaseTurn?.(); // the order takes turns of its own
  const { records, sealer, orders } = deps;
  const isHere = () => orders.runner.runs(orderId);
  const run = {
    isHere,
    isAtSeller: () => orders.runner.isAtSeller(orderId),
    lookAfter: deps.orders.lookAfter,
  };
  watchRecords(records, sealer, orderId, subscription, run, watch.signal).then(
    (end) => (isUnconfirmed = end === 'unconfirmed'),
    () => undefined,
  );
  const conversation = { orderId, streamed, subscription };
  const end = await respond(res, sealer, conversation);
  if (end === 'brokenOff' && key === null && isHere()) {
    // This gateway is stopping. Without a key nobody can get the rest, so nobody pays for it.
    stopUnread(deps, orderId).catch(() => undefined);
  }
}

async function stopUnread({ listener, orders }: ChatDeps, orderId: string): Promise<void> {
  if (await listener.stopUnread(orderId)) orders.runner.readerLeft(orderId);
}

/** A repetition also reads what it has missed. Closes a late listener. */
async function listen(
  { redis, listener }: ChatDeps,
  { orderId, known }: Identity,
): Promise<AnswerSubscription> {
  if (!known) return listener.expect(orderId);
  return fromRedis(
    redis,
    () => listener.listen(orderId, true),
    (late) => late.close(),
  );
}

/** A new request requires an account that can pay for it. */
async function identify(
  { settings, orders, memory }: ChatDeps,
  accountId: string,
  reading: Promise<Asking>,
  ticket: RedeemedTicket | null,
  { key, bodyHash }: { readonly key: string | null; readonly bodyHash: string },
): Promise<Identity> {
  const orderId = newId();
  const isPrepaid = ticket !== null;
  if (key === null) {
    const means = meansOf((await reading).spender);
    checkMeans(means, isPrepaid, settings);
    checkCapacity(orders);
    return { orderId, use: null, idempotencyId: null, known: false, means };
  }
  const use = { accountId, key, bodyHash };
  const [recalled, { spender }] = await Promise.all([memory.recall(use), reading]);
  const means = meansOf(spender);
  if (!recalled) {
    checkMeans(means, isPrepaid, settings);
    checkCapacity(orders);
  }
  const found = recalled ?? (await memory.begin(use, orderId));
  const { id: idempotencyId, status, orderId: made } = found;
  return { orderId: made ?? orderId, use, idempotencyId, known: status === 'known', means };
}

/**
 * Precedes all costly steps of a request: under overload it refuses requests that cannot be
 * repetitions.
 */
export function refuseOverload({ orders }: Pick<ChatDeps, 'orders'>): RequestHandler {
  return (req, res, next) => {
    const mayBeKnown = req.get('idempotency-key') !== undefined;
    const arrival = orders.runner.arrive();
    res.locals.arrival = arrival;
    whenClosed(res, arrival.left);
    if (!mayBeKnown && !orders.keepsUp()) throw overloaded();
    next();
  };
}

/** Limits orders in progress here, or waiting for their workflow. */
function checkCapacity(orders: ChatDeps['orders']): void {
  if (!orders.hasCapacity() || !orders.keepsUp()) throw overloaded();
}

function overloaded(): Failure {
  return fail('service_unavailable');
}

function bidOf(
  deps: ChatDeps,
  request: ReadChat,
  { orderId, idempotencyId }: Identity,
  res: Response,
  { spender: account, keyTerms }: Asking,
): Promise<Bids> {
  const { requestId, ticket = null, span } = res.locals;
  const { accountId, keyId } = buyerOf(res);
  return makeBids(deps, request, {
    orderId,
    accountId,
    participant: participantName(accountId, account?.owner),
    requestId,
    ...(span?.traceparent === undefined ? {} : { traceparent: span.traceparent }),
    idempotencyId,
    ticket,
    keyId,
    keyTerms,
    account,
  });
}

/** Runs or joins the order; answers from the records if the order is already settled. */
async function begin(
  deps: ChatDeps,
  bid: Bidding,
  identity: Identity,
  subscription: AnswerSubscription,
  arrival: Arrival | undefined,
): Promise<void> {
  const { orderId, use, known, means } = identity;
  let starts = !known;
  try {
    if (use && known) {
      if (await joins(deps, identity, subscription)) return;
      starts = await deps.memory.takeUp(use, orderId);
      if (!starts) throw fail('service_unavailable', { message: NOT_STARTED });
      if (await joins(deps, identity, subscription)) return; // it was recorded meanwhile
    }
    const { first, others } = await bid.make();
    deps.orders.runner.start(first, means, arrival, others);
  } catch (err) {
    subscription.close();
    if (starts) await forgetUnused(deps, identity, bid);
    throw err;
  }
}

/** Whether the order is recorded: in progress, or ended. */
async function joins(
  deps: ChatDeps,
  identity: Identity,
  subscription: AnswerSubscription,
): Promise<boolean> {
  const { orderId, idempotencyId } = identity;
  const order = await deps.records.orders.findOne({ _id: orderId }, DURABLE);
  if (order?.status === 'filled') await answerAgain(deps, order, identity, subscription);
  // Its refusal frees its key, and its clients are told by the channel or the records.
  if (order?.status === 'refused') await deps.memory.freeKey(idempotencyId, orderId);
  return order !== null;
}

/**
 * This request has started nothing. The key is free for a corrected one and the stored request is deleted,
 * unless a repetition is about to start it.
 */
async function forgetUnused(
  { memory }: ChatDeps,
  { orderId, idempotencyId }: Identity,
  bid: Bidding,
): Promise<void> {
  const bids = await bid.make().catch(() => null);
  await memory.leave({ orderId, idempotencyId, request: bids?.first.request ?? null });
}

/** The answer, unless its retention is over: then the key is free. */
async function answerAgain(
  { records, sealer, memory, settings }: ChatDeps,
  { _id: orderId, createdAt }: OrderDocument,
  { idempotencyId }: Identity,
  subscription: AnswerSubscription,
): Promise<void> {
  const answer = await settledAnswer(records, sealer, orderId);
  if (answer) return subscription.conclude(messagesOf(answer));
  const { code, message } = LOST_ANSWER;
  if (Date.now() < createdAt.getTime() + settings.ANSWER_RETENTION_HOURS * HOUR_MS) {
    throw fail(code, { message });
  }
  await memory.freeKey(idempotencyId, orderId);
  throw fail('service_unavailable', {
    message:
      'The answer to the earlier request with this key is no longer stored. Send the request again, as a new one.',
  });
}
