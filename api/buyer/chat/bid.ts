/**
 * Creates the bid of a chat completion: all data of the order, fixed when the request arrives
 * (CHAT-1, CHAT-2, PRICE-8, PRICE-9).
 */
import type { Settings } from '../../../config/settings';
import type { KeyTerms } from '../../../domain/buyer-keys';
import type { ChatOrder, RequestReference } from '../../../domain/chat';
import { fail } from '../../../domain/errors';
import { parseInstrument } from '../../../domain/instruments';
import { tokensOfPrompt } from '../../../domain/prompts/size';
import { inContext } from '../../../domain/needs';
import { checkNotional, checkQuantity } from '../../../domain/quantities';
import { parseRegion, pinOf } from '../../../domain/regions';
import type { Sealer } from '../../../domain/sealing';
import type { PreparedBody } from '../../../domain/seller-body';
import { chatWorkflowId } from '../../../domain/workflow-names';
import type { AccountDocument } from '../../../records/documents/account';
import type { Records } from '../../../records/connect';
import type { RedeemedTicket } from '../../context';
import { type PriceDeps, prevailingPriceScale8 } from '../../../exchange/books/prevailing-price';
import type { RequestMemory } from '../../../exchange/idempotency/request-memory';
import { type Sessions, sessionKey } from '../../../exchange/chat/sessions';
import type { LackingSellers } from '../../../exchange/sellers/lacking-sellers';
import { sellersOwnedBy } from '../../../exchange/sellers/sellers-owned-by';
import type { ChatTerms, ReadChat } from './read-chat';
import { ceilingFor, checkModel, regionFor } from './key-terms';
import { statedCeiling, venuesOf } from './venues';

/** Minimum tokens per choice that a request without a cap accepts. */
const ELASTIC_MIN_TOKENS = 64;
/** Time for all attempts at a bound seller (CONTRACT-4). */
const BOUND_SELLER_MS = 30_000;

/**
 * A stream whose tokens arrive ends with its reservation; its attempt ends it when none arrives. This
 * only bounds what Temporal keeps.
 */
const STREAM_ENDS_WITHIN_MS = 24 * 3_600_000;

export interface BidDeps extends PriceDeps {
  readonly settings: Settings;
  readonly records: Records;
  readonly sealer: Sealer;
  readonly memory: RequestMemory;
  readonly lackingSellers: LackingSellers;
  readonly sessions: Sessions;
}

export interface BidContext {
  readonly orderId: string;
  readonly accountId: string;
  readonly participant: string;
  readonly requestId: string;
  readonly traceparent?: string;
  readonly idempotencyId: string | null;
  /** The redeemed ticket, if the request has one. */
  readonly ticket: RedeemedTicket | null;
  readonly keyId: string;
  /** Of the key that asks; a ticket's credential has none. */
  readonly keyTerms: KeyTerms;
  /** Null when it was deleted meanwhile. */
  readonly account: AccountDocument | null;
}

interface Asked extends Omit<ReadChat, 'forSeller'> {
  /** Its body for sellers is stored last, when nothing else can refuse the bid. */
  readonly store: () => Promise<RequestReference>;
}

/** A request's bid, and those for its other models, made when the ones before did not cross (CHAT-10). */
export interface Bids {
  readonly first: ChatOrder;
  readonly others: readonly (() => Promise<ChatOrder>)[];
}

/** @throws Failure as `makeBid` does, and `invalid_model` for one of `models` */
export async function makeBids(
  deps: BidDeps,
  request: ReadChat,
  context: BidContext,
): Promise<Bids> {
  const { forSeller, ...rest } = request;
  const models = new Set(rest.terms.models?.map((model) => parseInstrument(model, 'models')));
  for (const model of context.ticket ? [] : models) checkModel(context.keyTerms, model);
  const store = () => keep(deps, context.orderId, forSeller);
  const first = await makeBid(deps, { ...rest, store }, context);
  models.delete(first.modelId);
  // A ticket is for one instrument.
  const others = context.ticket === null ? [...models] : [];
  return { first, others: others.map((model) => otherBid(deps, rest, context, first, model)) };
}

/** A function of its own, so that the bid does not hold what was stored: it may be made in minutes. */
function otherBid(
  deps: BidDeps,
  rest: Omit<Asked, 'store'>,
  context: BidContext,
  { request }: ChatOrder,
  model: string,
): () => Promise<ChatOrder> {
  const asked = { ...rest, terms: { ...rest.terms, model }, store: async () => request };
  return () => makeBid(deps, asked, context);
}

async function keep(
  { memory, sealer }: BidDeps,
  orderId: string,
  { bytes, ...layout }: PreparedBody,
): Promise<RequestReference> {
  return memory.keep(orderId, await sealer.sealInTurns(bytes, orderId), layout);
}

/** @throws Failure `invalid_*`, or `no_match` for an unknown venue */
async function makeBid(deps: BidDeps, request: Asked, context: BidContext): Promise<ChatOrder> {
  const { records } = deps;
  const { terms } = request;
  const { ticket, account, keyId, keyTerms, ...bidder } = context;
  const modelId = parseInstrument(terms.model, 'model');
  if (ticket) return makeDraw(deps, request, { ...bidder, ticket, modelId });
  checkModel(keyTerms, modelId);
  const region = regionFor(keyTerms, terms.region);
  if (!account) throw fail('unauthorized');
  const size = sizeOf(deps, request, modelId);
  const needs = inContext(request.needs, size.countedPromptTokens);
  const [{ ignoredSellerIds, ...venues }, owned, lacking, session] = await Promise.all([
    venuesOf(records, terms),
    account.owner === null ? [] : sellersOwnedBy(records, account.owner),
    deps.lackingSellers.of(modelId, needs, bidder.participant),
    sessionOf(deps, terms, account._id, modelId),
  ]);
  const excludedSellerIds = [...new Set([...owned, ...ignoredSellerIds, ...lacking.keys()])];
  const ceilingScale8 =
    ceilingFor(keyTerms, statedCeiling(terms) ?? account.priceCeilingScale8) ??
    (await prevailingPriceScale8(
      deps,
      { modelId, tenor: 'spot' },
      { region, excludedSellerIds, ...venues },
    ));
  checkNotional(ceilingScale8, size.quantityMinTokens, 'max_tokens');

  return {
    ...bidder,
    keyId,
    ...(keyTerms.isCapped ? { isCapped: true as const } : {}),
    ...(await commonParts(deps, request, context, size, deps.settings.BID_DEADLINE_MS)),
    modelId,
    region,
    ...venues,
    ...session,
    venuePin: terms.venue_pin ?? null,
    excludedSellerIds,
    needs,
    ceilingScale8: ceilingScale8.toString(),
  };
}

async function sessionOf(
  { sessions }: BidDeps,
  { session_id: id, prompt_cache_key: cacheKey }: ChatTerms,
  accountId: string,
  modelId: string,
): Promise<Pick<ChatOrder, 'session' | 'lastSellerId'>> {
  const name = id ?? cacheKey;
  if (name == null) return {};
  const session = sessionKey(accountId, modelId, name);
  const lastSellerId = await sessions.lastSeller(accountId, session);
  return { session, ...(lastSellerId === null ? {} : { lastSellerId }) };
}

/** A draw on a ticket's contract: prepaid, so price and venue are ignored. */
async function makeDraw(
  deps: BidDeps,
  request: Asked,
  {
    ticket,
    ...draw
  }: Omit<BidContext, 'ticket' | 'account' | 'keyId' | 'keyTerms'> & {
    ticket: RedeemedTicket;
    modelId: string;
  },
): Promise<ChatOrder> {
  const { terms } = request;
  const { modelId, contractId } = ticket;
  if (draw.modelId !== modelId) {
    throw fail('invalid_model', { param: 'model', message: `The ticket is for ${modelId}.` });
  }
  const size = sizeOf(deps, request, modelId);
  return {
    ...draw,
    ...(await commonParts(deps, request, draw, size, BOUND_SELLER_MS)),
    contractId,
    region: terms.region == null ? null : pinOf(parseRegion(terms.region, 'region')),
    sellerId: null,
    venuePin: null,
    excludedSellerIds: [],
    ceilingScale8: '0',
  };
}

/** @param firstByteMs time for the first byte, before the allowance for the answer's length */
async function commonParts(
  { settings }: BidDeps,
  request: Asked,
  { orderId }: Pick<BidContext, 'orderId'>,
  size: Size,
  firstByteMs: number,
) {
  const streamed = request.terms.stream === true;
  const generationMs = streamed
    ? 0
    : Math.min(
        (size.quantityMaxTokens - size.promptTokens) * settings.FIRST_BYTE_PER_TOKEN_MS,
        settings.ANSWER_TIMEOUT_MS,
      );
  return {
    ...size,
    workflowId: chatWorkflowId(settings.TOKENBOOK_DEPLOYMENT, orderId),
    streamed,
    request: await request.store(),
    limits: {
      deadlineMs: firstByteMs + generationMs,
      answerTimeoutMs: streamed ? STREAM_ENDS_WITHIN_MS : settings.ANSWER_TIMEOUT_MS,
      heartbeatMs: settings.DISPATCH_HEARTBEAT_MS,
    },
  };
}

type Size = Required<Pick<ChatOrder, 'countedPromptTokens'>> &
  Pick<
    ChatOrder,
    | 'promptTokens'
    | 'plausiblePromptTokens'
    | 'quantityMinTokens'
    | 'quantityMaxTokens'
    | 'choices'
    | 'elastic'
  >;

/**
 * Padded prompt tokens plus the tokens that the request may generate; elastic when it states no
 * cap.
 */
function sizeOf({ settings, catalog }: BidDeps, { terms, prompt }: Asked, modelId: string): Size {
  const counted = tokensOfPrompt(prompt, catalog.promptRules(modelId));
  const marginPercent =
    catalog.instrument(modelId)?.marginPercent ?? settings.PROMPT_MARGIN_PERCENT;
  const promptTokens = Math.ceil((counted.countedPromptTokens * (100 + marginPercent)) / 100);
  const choices = terms.n ?? 1;
  const cap = terms.max_completion_tokens ?? terms.max_tokens ?? null;
  const elastic = cap === null;
  const perChoice = cap ?? catalog.defaultMaxTokens(modelId);
  const quantityMaxTokens = checkQuantity(promptTokens + perChoice * choices, 'max_tokens');
  const quantityMinTokens = elastic
    ? promptTokens + Math.min(ELASTIC_MIN_TOKENS, perChoice) * choices
    : quantityMaxTokens;
  return {
    promptTokens,
    ...counted,
    quantityMinTokens,
    quantityMaxTokens,
    choices,
    elastic,
  };
}
