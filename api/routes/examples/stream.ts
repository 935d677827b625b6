/** Examples of the stream's messages. */
import { marketDataExamples } from './market';
import { IDS, MODEL } from './values';

const view = { model_id: MODEL, region: 'any', tenor: 'spot' } as const;

export const streamExamples = {
  view,
  room: { room: `${MODEL}|spot|any` },
  snapshot: marketDataExamples.orderBook.answer,
  trade: {
    type: 'trade',
    id: IDS.trade,
    model_id: MODEL,
    tenor: 'spot',
    price: '0.0005',
    quantity: '1500',
    taker_side: 'bid',
    region: 'eu-west',
    timestamp: 1_769_860_800_000,
  },
} as const;
