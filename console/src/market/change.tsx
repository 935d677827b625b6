import { padDecimal } from '../client/decimal';
import { Missing } from '../design/values';

/** A change of a price in percent: what is cheaper is marked as good. */
export function Change({ percent }: { readonly percent: string | null }) {
  if (percent === null) return <Missing />;
  const isLower = percent.startsWith('-');
  const digits = padDecimal(isLower ? percent.slice(1) : percent, 1);
  const isSame = /^[0.]+$/.test(digits);
  const sign = isSame ? '' : isLower ? '−' : '+';
  return (
    <span className={`number ${isLower && !isSame ? 'good' : ''}`}>
      {`${sign}${digits}\u202f%`}
    </span>
  );
}
