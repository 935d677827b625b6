/** Examples of the stream's messages. */
import { marketDataExamples, trade } from './market';
import { IDS, MODEL } from './values';

const view = { model_id: MODEL, region: 'any', tenor: 'spot' } as const;

export const streamExamples = {
  view,
  room: { room: `${MODEL}|spot|any` },
  snapshot: marketDataExamples.orderBook.answer,
  trade,
  catalogChanged: {
    type: 'catalog_changed',
    as_of: '2026-01-31T12:00:00.000Z',
    instruments: [
      {
        model_id: MODEL,
        list_price: '0.0006',
        last_price: '0.0005',
        open_24h: '0.00052',
        quotes: [
          {
            region: 'us-east',
            best_bid: '0.0004',
            best_ask: '0.0005',
            last_price: '0.0005',
            volume_24h: 1_250_000,
          },
        ],
      },
    ],
  },
  changed: { type: 'account_changed', changes: [{ kind: 'order', id: IDS.order }] },
} as const;
