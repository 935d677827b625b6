/** The last two days of an instrument as a line, drawn once it is in view. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { coordinateOf } from '../client/decimal';
import { priceText } from '../design/values';
import { useTrend } from './queries';

const WIDTH = 120;
const HEIGHT = 28;

export function Sparkline({ modelId }: { readonly modelId: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const isSeen = useSeen(element);
  const { data } = useTrend(modelId, isSeen);
  const closes = data?.candles.map(({ close }) => close) ?? [];
  const first = closes[0];
  const last = closes.at(-1);
  return (
    <span ref={element} className="sparkline">
      {first !== undefined && last !== undefined && (
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`From ${priceText(first)} to ${priceText(last)} in two days`}
        >
          <path d={pathOf(closes.map(coordinateOf))} />
          <circle cx={WIDTH - 3} cy={heightOf(closes.map(coordinateOf)).at(-1)} r="2.5" />
        </svg>
      )}
    </span>
  );
}

function pathOf(values: readonly number[]): string {
  const step = (WIDTH - 6) / Math.max(1, values.length - 1);
  const heights = heightOf(values);
  if (heights.length === 1) return `M3 ${heights[0]}H${WIDTH - 3}`;
  return heights
    .map((y, index) => `${index === 0 ? 'M' : 'L'}${(3 + index * step).toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}

function heightOf(values: readonly number[]): number[] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const range = most - least;
  return values.map((value) =>
    range === 0 ? HEIGHT / 2 : HEIGHT - 4 - ((value - least) / range) * (HEIGHT - 8),
  );
}

function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || isSeen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
