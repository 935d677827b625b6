/** A seller's latest reported decisions: informational, they change no book. */
import {
  date,
  flag,
  optionalMoney,
  optionalQuantity,
  optionalText,
  partSchema,
  recordSchema,
  text,
} from '../mongodb/schema';

export const DECISIONS_KEPT = 200;

export interface Decision {
  at: Date;
  /** Null for a decision about the whole cluster. */
  modelId: string | null;
  /** Whether capacity was listed as a result. */
  sold: boolean;
  reason: string;
  quantityTokens: number | null;
  /** Price per 1,000 tokens. */
  priceScale8: bigint | null;
}

export interface DecisionLogDocument {
  /** Seller id. */
  _id: string;
  /** Newest last. */
  decisions: Decision[];
  updatedAt: Date;
}

const decisionSchema = partSchema<Decision>({
  at: date,
  modelId: optionalText,
  sold: flag,
  reason: { type: String, default: '' },
  quantityTokens: optionalQuantity,
  priceScale8: optionalMoney,
});

export const decisionLogSchema = recordSchema<DecisionLogDocument>('decisionlogs', {
  _id: text,
  decisions: [decisionSchema],
  updatedAt: date,
});
