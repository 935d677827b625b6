/** Small plots of a series over time, with the same numbers as a table. */
import { type ReactNode, useId } from 'react';
import { compareDecimals, coordinateOf } from '../client/decimal';

export interface PlotPoint {
  /** What stands on the axis and in the table. */
  readonly label: string;
  /** An exact number; only its place on the drawing is rounded. */
  readonly value: string;
}

interface PlotProps {
  readonly title: string;
  readonly points: readonly PlotPoint[];
  readonly kind?: 'line' | 'bars';
  readonly height?: number;
  /** How a value is written. */
  readonly format?: (value: string) => string;
  /** Heading of the values in the table. */
  readonly unit?: string;
}

const WIDTH = 600;

export function Plot(props: PlotProps) {
  const { title, points, kind = 'line', height = 120, format = (value) => value } = props;
  const { unit = 'Value' } = props;
  const largest = points.reduce(
    (most, { value }) => (compareDecimals(value, most) > 0 ? value : most),
    '0',
  );
  const id = useId();
  return (
    <figure className="plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        height={height}
        role="img"
        aria-labelledby={id}
      >
        <title id={id}>{`${title}: ${points.length} values, at most ${format(largest)}`}</title>
        <line className="plot-grid" x1="0" x2={WIDTH} y1={height} y2={height} />
        <line className="plot-grid" x1="0" x2={WIDTH} y1="0.5" y2="0.5" />
        {kind === 'bars' ? barsOf(points, largest, height) : lineOf(points, largest, height)}
      </svg>
      <div className="plot-scale" aria-hidden="true">
        <span>{points[0]?.label}</span>
        <span>at most {format(largest)}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <details>
        <summary>As a table</summary>
        <table className="table">
          <caption className="only-read">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col" data-align="end">
                {unit}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td data-align="end">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function barsOf(points: readonly PlotPoint[], largest: string, height: number): ReactNode {
  const step = WIDTH / Math.max(1, points.length);
  return points.map(({ label, value }, index) => {
    const size = share(value, largest) * (height - 2);
    const width = Math.max(1, step * 0.72);
    const x = index * step + (step - width) / 2;
    return (
      <rect
        key={label}
        className="plot-bar"
        x={x}
        y={height - size}
        width={width}
        height={size}
        rx={Math.min(2, width / 4)}
      />
    );
  });
}

function lineOf(points: readonly PlotPoint[], largest: string, height: number): ReactNode {
  const step = WIDTH / Math.max(1, points.length - 1);
  const path = points
    .map(({ value }, index) => {
      const y = height - 1 - share(value, largest) * (height - 3);
      return `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
  if (path === '') return null;
  return (
    <>
      <path className="plot-area" d={`${path}L${WIDTH} ${height}L0 ${height}Z`} />
      <path className="plot-line" d={path} />
    </>
  );
}

function share(value: string, largest: string): number {
  const most = coordinateOf(largest);
  return most === 0 ? 0 : Math.max(0, coordinateOf(value) / most);
}
