/** What a chat would be matched at now, and what it costs at most; the estimate reserves nothing. */
import { compareDecimals } from '../client/decimal';
import { Stat, Stats } from '../design/layout';
import { Amount, Price, shortQuantity } from '../design/values';
import { amountText } from '../design/amount-text';
import { promptTokens } from './chat-draft';
import type { ChatBody } from './chat-stream';
import { useUsualCap } from '../market/instruments';
import { costOf, useFillEstimate } from './order-preview';

/** Of an answer without a stated length: it needs no more to be matched. */
const LEAST_ANSWER = 64;

interface ChatPriceProps {
  readonly body: ChatBody;
  /** Without a highest price in the body; per 1,000 tokens, null where only the exchange knows it. */
  readonly ceiling: string | null;
}

export function ChatPrice({ body, ceiling }: ChatPriceProps) {
  const { model, messages, max_tokens: cap, max_price: limit = ceiling, region = '' } = body;
  const usualCap = useUsualCap(model);
  const longest = cap ?? usualCap;
  const prompt = promptTokens(messages);
  const most = longest === null ? null : prompt + longest;
  const least = prompt + (cap ?? LEAST_ANSWER);
  const quantity = most ?? least;
  const question = { model, region, price: limit, quantity, tenor: 'spot' } as const;
  const { data: estimate, isPlaceholderData } = useFillEstimate(question);
  const price = estimate?.worst_price ?? null;
  const highest = limit ?? price;
  // An estimate of a shorter message says nothing of this one.
  const isLacking =
    estimate !== undefined && !isPlaceholderData && estimate.fillable_quantity < least;
  const costAt = (at: string | null) =>
    at === null || most === null ? null : costOf({ price: at, quantity: most });
  const now = costAt(price);
  const isBelow = price !== null && highest !== null && compareDecimals(price, highest) < 0;
  return (
    <div className="stack-s" role="group" aria-label="Price before sending">
      <Stats>
        <Stat label="Matched now at">
          <Price perThousand={price} withUnit />
        </Stat>
        <Stat label={limit === null ? 'Costs at most, at that price' : 'Costs at most'}>
          <Amount value={costAt(highest)} />
        </Stat>
      </Stats>
      <p className="hint">
        {isLacking
          ? `Nobody sells ${shortQuantity(least)} tokens of ${model} at this price now.`
          : `For ${shortQuantity(quantity)} tokens of ${model} at most, with the messages before.`}
        {isBelow && now !== null && ` At the price now: ${amountText(now)}.`}
      </p>
    </div>
  );
}
