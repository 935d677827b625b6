/** A row of counts as bars, each as high as its part of the highest one. */
import { groupDecimal } from '../client/decimal';

const WIDTH = 192;
const HEIGHT = 24;

interface BarsProps {
  /** The last one is now. */
  readonly values: readonly number[];
  /** What the highest one is, for those who hear it. */
  readonly of: string;
}

export function Bars({ values, of }: BarsProps) {
  const most = Math.max(1, ...values);
  const step = WIDTH / values.length;
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${groupDecimal(String(Math.max(0, ...values)))} ${of}`}
    >
      <path className="bars-ground" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      {values.map((value, index) => {
        const height = value === 0 ? 0 : Math.max(2, (value / most) * (HEIGHT - 2));
        const place = { x: index * step, y: HEIGHT - height, width: Math.max(1, step - 1), height };
        return <rect key={index} {...place} />;
      })}
    </svg>
  );
}
