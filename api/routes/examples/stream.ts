/** Examples of the stream's messages. */
import { marketDataExamples, trade } from './market';
import { MODEL } from './values';

const view = { model_id: MODEL, region: 'any', tenor: 'spot' } as const;

export const streamExamples = {
  view,
  room: { room: `${MODEL}|spot|any` },
  snapshot: marketDataExamples.orderBook.answer,
  trade,
} as const;
