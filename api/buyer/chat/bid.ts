/**
 * Makes the bid of a chat completion: everything that the order needs, fixed when the request
 * arrives (decisions section 3, rules 2 and 4).
 */
import type { Catalog } from '../../../config/catalog';
import type { Settings } from '../../../config/settings';
import type { ChatOrder, RequestReference } from '../../../domain/chat';
import { fail } from '../../../domain/errors';
import { type BookId, parseInstrument } from '../../../domain/instruments';
import { parsePrice } from '../../../domain/money';
import { checkNotional, checkQuantity } from '../../../domain/quantities';
import { type Region, parseRegion, pinOf } from '../../../domain/regions';
import type { Sealer } from '../../../domain/sealing';
import { chatWorkflowId } from '../../../domain/workflow-names';
import { countPromptTokens } from '../../../domain/tokens';
import type { OrderBooks } from '../../../engine/book';
import type { Records } from '../../../records/connect';
import type { ChatRequest } from '../../schemas/chat';

/** Fewest tokens per choice that an uncapped request is content with. */
const ELASTIC_MIN_TOKENS = 64;
/** Requests up to this travel in the workflow; larger ones are kept aside. */
const INLINE_REQUEST_BYTES = 32_768;

export interface BidDeps {
  readonly settings: Settings;
  readonly catalog: Catalog;
  readonly records: Records;
  readonly books: OrderBooks;
  readonly sealer: Sealer;
  /** Rebuilds a book that has no epoch from the records. */
  reopen(book: BookId): Promise<void>;
}

export interface BidContext {
  readonly orderId: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly idempotencyId: string | null;
}

/** @throws Failure `invalid_*`, or `no_match` for a venue that does not exist */
export async function makeBid(
  deps: BidDeps,
  request: ChatRequest,
  context: BidContext,
): Promise<ChatOrder> {
  const { settings, records } = deps;
  const modelId = parseInstrument(request.model, 'model');
  const region = request.region == null ? null : pinOf(parseRegion(request.region, 'region'));
  const [account, sellerId] = await Promise.all([
    records.accounts.findOne({ _id: context.accountId }),
    venueOf(records, request.venue_pin ?? null),
  ]);
  if (!account) throw fail('unauthorized');
  const excludedSellerIds =
    account.owner === null ? [] : await sellersOwnedBy(records, account.owner);
  const size = sizeOf(deps, request, modelId);
  const ceilingScale8 =
    request.max_price == null
      ? (account.priceCeilingScale8 ??
        (await prevailingPrice(deps, modelId, { region, sellerId, excludedSellerIds })))
      : parsePrice(request.max_price, 'perThousand', 'max_price');
  checkNotional(ceilingScale8, size.quantityMinTokens, 'max_tokens');

  const streamed = request.stream === true;
  const generationMs = streamed
    ? 0
    : (size.quantityMaxTokens - size.promptTokens) * settings.FIRST_BYTE_PER_TOKEN_MS;
  return {
    ...context,
    workflowId: chatWorkflowId(settings.TOKENBOOK_DEPLOYMENT, context.orderId),
    modelId,
    region,
    sellerId,
    venuePin: request.venue_pin ?? null,
    excludedSellerIds,
    ceilingScale8: ceilingScale8.toString(),
    ...size,
    streamed,
    request: await keep(deps, request, context.orderId),
    limits: {
      deadlineMs: settings.BID_DEADLINE_MS + generationMs,
      answerTimeoutMs: settings.ANSWER_TIMEOUT_MS,
      heartbeatMs: settings.DISPATCH_HEARTBEAT_MS,
    },
  };
}

type Size = Pick<
  ChatOrder,
  'promptTokens' | 'quantityMinTokens' | 'quantityMaxTokens' | 'choices' | 'elastic'
>;

/** Prompt tokens, padded, plus what the request may generate; elastic when it names no cap. */
function sizeOf({ settings, catalog }: BidDeps, request: ChatRequest, modelId: string): Size {
  const counted = countPromptTokens(request);
  const promptTokens = Math.ceil((counted * (100 + settings.PROMPT_MARGIN_PERCENT)) / 100);
  const choices = request.n ?? 1;
  const cap = request.max_completion_tokens ?? request.max_tokens ?? null;
  const elastic = cap === null;
  const perChoice = cap ?? catalog.defaultMaxTokens(modelId);
  const quantityMaxTokens = checkQuantity(promptTokens + perChoice * choices, 'max_tokens');
  const quantityMinTokens = elastic
    ? promptTokens + Math.min(ELASTIC_MIN_TOKENS, perChoice) * choices
    : quantityMaxTokens;
  return { promptTokens, quantityMinTokens, quantityMaxTokens, choices, elastic };
}

/** A seller's id, or its exact name. */
async function venueOf(records: Records, venuePin: string | null): Promise<string | null> {
  if (venuePin === null) return null;
  const found = await records.sellers
    .find({ $or: [{ _id: venuePin }, { name: venuePin }] }, { projection: { _id: 1 }, limit: 2 })
    .toArray();
  const byId = found.find((seller) => seller._id === venuePin);
  if (byId) return byId._id;
  if (found.length > 1) {
    throw fail('invalid_request', {
      param: 'venue_pin',
      message: 'venue_pin is the name of several venues; use the seller id.',
    });
  }
  if (!found[0])
    throw fail('no_match', { param: 'venue_pin', message: 'No venue has this id or name.' });
  return found[0]._id;
}

async function sellersOwnedBy(records: Records, owner: string): Promise<string[]> {
  const sellers = await records.sellers.find({ owner }, { projection: { _id: 1 } }).toArray();
  return sellers.map((seller) => seller._id);
}

/** The prevailing mid while no bids rest: the higher of the best ask of the bid's own view and the list price. */
async function prevailingPrice(
  { books, reopen, catalog }: BidDeps,
  modelId: string,
  view: { region: Region | null; sellerId: string | null; excludedSellerIds: string[] },
): Promise<bigint> {
  const book: BookId = { modelId, tenor: 'spot' };
  if ((await books.epochOf(book)) === null) await reopen(book); // Redis has lost it: MongoDB knows its asks
  const best = await books.best({ book, ...view });
  const list = catalog.instrument(modelId)?.listPriceScale8 ?? 1n;
  return best && best.priceScale8 > list ? best.priceScale8 : list;
}

async function keep(
  { sealer, records, settings }: BidDeps,
  request: ChatRequest,
  orderId: string,
): Promise<RequestReference> {
  const sealed = sealer.sealJson(request, orderId);
  if (sealed.length <= INLINE_REQUEST_BYTES) return { sealed: sealed.toString('base64') };
  const keepMs = settings.BID_DEADLINE_MS + settings.ANSWER_TIMEOUT_MS + 24 * 3_600_000;
  await records.keepPayload(orderId, sealed, new Date(Date.now() + keepMs));
  return { payloadId: orderId };
}
