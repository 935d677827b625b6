/** A quantity that changes at moments and holds between them, and a level to compare it with. */
import { useId } from 'react';
import { coordinateOf } from '../client/decimal';
import { shortQuantity } from './values';

export interface PlotStep {
  readonly fromMs: number;
  readonly untilMs: number;
  /** An exact number; only its place on the drawing is rounded. */
  readonly value: string;
}

interface StepPlotProps {
  readonly title: string;
  /** Each begins where the one before ends. */
  readonly steps: readonly PlotStep[];
  readonly level: { readonly label: string; readonly value: string } | null;
}

const WIDTH = 600;
const HEIGHT = 110;
const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function StepPlot({ title, steps, level }: StepPlotProps) {
  const id = useId();
  const startMs = steps[0]?.fromMs ?? 0;
  const endMs = steps.at(-1)?.untilMs ?? 0;
  const values = steps.map(({ value }) => coordinateOf(value));
  const most = Math.max(1, ...values, coordinateOf(level?.value ?? '0'));
  const x = (atMs: number) => (((atMs - startMs) / (endMs - startMs || 1)) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - 1 - (value / most) * (HEIGHT - 4)).toFixed(1);
  const path = steps
    .map(({ fromMs, untilMs, value }, index) => {
      const top = y(coordinateOf(value));
      return `${index === 0 ? `M${x(fromMs)} ${top}` : `V${top}`}H${x(untilMs)}`;
    })
    .join('');
  const levelY = level === null ? null : y(coordinateOf(level.value));
  return (
    <figure className="plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{title}</title>
        <line className="plot-grid" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        <path className="plot-area" d={`${path}V${HEIGHT}H0Z`} />
        <path className="plot-line" d={path} />
        {levelY !== null && (
          <line className="plot-level" x1="0" x2={WIDTH} y1={levelY} y2={levelY} />
        )}
      </svg>
      <div className="plot-scale" aria-hidden="true">
        <span>now</span>
        {level !== null && (
          <span>
            <span className="plot-level-key">- - -</span> {level.label} {shortQuantity(level.value)}
          </span>
        )}
        <span>{TIME.format(endMs)}</span>
      </div>
    </figure>
  );
}
