/** The messages that are sent to readers, each serialised and framed once, however many readers there are. */
import type { BookTrade } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import type { BookView, Version, ViewRegion } from './book-view';
import type { SentBody, SentName } from './declarations';
import { type Fields, buildMessage } from './declared-messages';

export class StreamMessage<Name extends SentName> {
  readonly body: SentBody<Name>;
  private framed: Buffer | null = null;

  constructor(name: Name, fields: Fields<Name>) {
    this.body = buildMessage(name, fields);
  }

  /** The frame for a raw socket: server frames are not masked, so that all readers share it. */
  get frame(): Buffer {
    this.framed ??= textFrame(JSON.stringify(this.body));
    return this.framed;
  }
}

const FINAL_TEXT = 0x81;
/**
 * These length values indicate that the length is in the next 2 or 8 bytes (RFC 6455, section 5.2).
 */
const LENGTH_IN_2 = 126;
const LENGTH_IN_8 = 127;

function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  if (length < LENGTH_IN_2) return Buffer.concat([Buffer.of(FINAL_TEXT, length), payload]);
  if (length <= 0xffff) {
    return Buffer.concat([Buffer.of(FINAL_TEXT, LENGTH_IN_2, length >> 8, length & 0xff), payload]);
  }
  const header = Buffer.alloc(10);
  header.writeUInt8(FINAL_TEXT, 0);
  header.writeUInt8(LENGTH_IN_8, 1);
  header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}

export type TradeMessage = StreamMessage<'trade'>;

export class Snapshot extends StreamMessage<'orderbook_snapshot'> {
  readonly version: Version;

  constructor({ modelId, tenor }: BookId, region: ViewRegion, view: BookView) {
    const { epoch, sequence, bids, asks, atMs: timestamp } = view;
    super('orderbook_snapshot', {
      model_id: modelId,
      tenor,
      region,
      bids,
      asks,
      sequence,
      timestamp,
    });
    this.version = { epoch, sequence };
  }
}

export function tradeMessage({ modelId, tenor }: BookId, trade: BookTrade): TradeMessage {
  const { id, price, quantity, taker_side, region, timestamp, off_market } = trade;
  return new StreamMessage('trade', {
    id,
    model_id: modelId,
    tenor,
    price,
    quantity,
    taker_side,
    region,
    timestamp,
    ...(off_market && { off_market }),
  });
}

/** The changes of a view that are sent together: trades in order, then the changed book. */
export interface Update {
  readonly trades: readonly TradeMessage[];
  readonly snapshot: Snapshot | null;
}
