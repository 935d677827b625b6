/** What an order would fill now, by the exchange's estimate; it reserves nothing. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import { multiplyDecimals, shiftDecimal } from '../client/decimal';
import { publicMarket } from '../client/market';
import { Stat, Stats } from '../design/layout';
import { ErrorNotice } from '../design/states';
import { Amount, Price, Quantity, durationText } from '../design/values';
import type { FillEstimate, Order } from './bodies';
import { useSettled } from './use-settled';

const REFRESH_MS = 3_000;

export interface Preview {
  readonly model: string;
  readonly quantity: number;
  /** Per 1,000 tokens. */
  readonly price: string;
  /** '' for any. */
  readonly region: string;
  readonly tenor: Order['tenor'];
}

/** What is reserved at most. */
export function costOf({ price, quantity }: Pick<Preview, 'price' | 'quantity'>): string {
  return shiftDecimal(multiplyDecimals(price, String(quantity)), -3);
}

interface Question extends Omit<Preview, 'price'> {
  /** Null: any. */
  readonly price: string | null;
}

export function useFillEstimate(question: Question | null) {
  const settled = useSettled(question === null ? '' : JSON.stringify(question));
  return useQuery({
    queryKey: ['estimate', settled],
    enabled: settled !== '' && question !== null,
    queryFn: () => readEstimate(JSON.parse(settled) as Question),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export function OrderPreview({ preview }: { readonly preview: Preview | null }) {
  const estimate = useFillEstimate(preview);
  if (preview === null) {
    return <p className="hint">Quantity and limit show what would fill now.</p>;
  }
  if (estimate.isError) return <ErrorNotice error={estimate.error} />;
  return (
    <div className="preview" aria-busy={estimate.isFetching}>
      <Stats>
        <Stat label="Fills now, tokens">
          <Quantity value={estimate.data?.fillable_quantity} />
        </Stat>
        <Stat label="Average">
          <Price perThousand={estimate.data?.average_price} withUnit />
        </Stat>
        <Stat label="Worst">
          <Price perThousand={estimate.data?.worst_price} withUnit />
        </Stat>
        <Stat label="Rests, tokens">
          <Quantity value={estimate.data?.remaining_quantity} />
        </Stat>
        <Stat label="Reserved at most">
          <Amount value={costOf(preview)} />
        </Stat>
      </Stats>
      {estimate.data && <p className="hint">{waitText(estimate.data)}</p>}
    </div>
  );
}

function readEstimate({ model, quantity, price, region, tenor }: Question): Promise<FillEstimate> {
  const query = {
    quantity,
    ...(price === null ? {} : { limit_price: price }),
    tenor,
    ...(region === '' ? {} : { region: region as NonNullable<Order['region']> }),
  };
  const path = { model_id: model };
  return answerOf(publicMarket.GET('/v1/markets/{model_id}/estimate', { params: { path, query } }));
}

function waitText(estimate: FillEstimate): string {
  const { remaining_quantity: rest, estimated_wait_seconds: seconds } = estimate;
  if (rest === 0) return 'All of it fills now, as the book stands.';
  if (seconds === null) return 'Nothing is known about how long the rest takes.';
  return `The rest takes about ${durationText(seconds)}, by what traded lately.`;
}
