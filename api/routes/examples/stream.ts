/** Examples of the stream's messages. */
import { marketDataExamples, trade } from './market';
import { IDS, MODEL } from './values';

const view = { model_id: MODEL, region: 'any', tenor: 'spot' } as const;

export const streamExamples = {
  view,
  room: { room: `${MODEL}|spot|any` },
  snapshot: marketDataExamples.orderBook.answer,
  trade,
  changed: { type: 'account_changed', changes: [{ kind: 'order', id: IDS.order }] },
} as const;
