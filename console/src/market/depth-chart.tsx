/** Cumulative depth: bids to the left, asks to the right, each a staircase away from the middle. */
import { memo } from 'react';
import { coordinateOf } from '../client/decimal';
import type { Level, OrderBook } from '../client/market';
import { groupDecimal } from '../client/decimal';
import { EmptyState } from '../design/states';
import { shortQuantity } from '../design/values';
import { totalOf } from './depth';

const WIDTH = 800;
const HEIGHT = 200;
const STEPS = 300;
/** What is drawn covers this share of the quantity: one far level does not flatten the others. */
const COVERED = 0.97;

interface Step {
  /** USD per million tokens, as a coordinate. */
  readonly price: number;
  readonly total: number;
}

export const DepthChart = memo(function DepthChart({ book }: { readonly book: OrderBook }) {
  const bids = stepsOf(book.bids);
  const asks = stepsOf(book.asks);
  if (bids.length === 0 && asks.length === 0) {
    return <EmptyState title="No depth">The book of this view is empty.</EmptyState>;
  }
  const [low, high] = rangeOf(bids, asks);
  const most = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0);
  const x = (price: number) => ((price - low) / (high - low)) * WIDTH;
  const y = (total: number) => HEIGHT - (total / most) * (HEIGHT - 8);
  const bidsTotal = shortQuantity(totalOf(book.bids));
  const asksTotal = shortQuantity(totalOf(book.asks));
  return (
    <figure className="depth">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Cumulative depth: ${bidsTotal} tokens bid, ${asksTotal} tokens asked`}
      >
        {[0.25, 0.5, 0.75].map((share) => (
          <line
            key={share}
            className="plot-grid"
            x1="0"
            x2={WIDTH}
            y1={HEIGHT * share}
            y2={HEIGHT * share}
          />
        ))}
        <path className="depth-bid" d={areaOf(bids, x, y, 0)} />
        <path className="depth-ask" d={areaOf(asks, x, y, WIDTH)} />
      </svg>
      <div className="plot-scale" aria-hidden="true">
        <span>{scaleText(low)}</span>
        <span>
          <span className="bid">◀ {bidsTotal} bid</span> ·{' '}
          <span className="ask">{asksTotal} asked ▶</span>
        </span>
        <span>{scaleText(high)}</span>
      </div>
    </figure>
  );
});

function stepsOf(levels: readonly Level[]): Step[] {
  let total = 0;
  const steps = levels.map(({ price, quantity }) => {
    total += coordinateOf(quantity);
    return { price: coordinateOf(price) * 1_000, total };
  });
  const last = steps.findIndex((step) => step.total >= total * COVERED);
  return steps.slice(0, Math.min(STEPS, last + 1));
}

function rangeOf(bids: readonly Step[], asks: readonly Step[]): [number, number] {
  const prices = [...bids, ...asks].map(({ price }) => price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const margin = (high - low) * 0.06 || high * 0.1 || 1;
  return [Math.max(0, low - margin), high + margin];
}

/** From the best price outwards, up at each level, and back along the ground. */
function areaOf(
  steps: readonly Step[],
  x: (price: number) => number,
  y: (total: number) => number,
  end: number,
): string {
  const [best] = steps;
  if (!best) return '';
  let path = `M${x(best.price).toFixed(1)} ${HEIGHT}`;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    path += `V${y(step.total).toFixed(1)}H${(next ? x(next.price) : end).toFixed(1)}`;
  }
  return `${path}V${HEIGHT}Z`;
}

/** The axis is a scale: rounded on purpose. */
function scaleText(price: number): string {
  return groupDecimal(price.toFixed(price < 1 ? 3 : 2));
}
