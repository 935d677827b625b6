/** A price as people compare it: USD per million tokens, typed and kept as an exact string. */
import { isDecimal, placesOf, shiftDecimal } from '../client/decimal';
import { Field } from './controls';

const DECIMALS = 5;

interface PriceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
  readonly hint?: string;
}

export function PriceField({ label, value, onChange, isRequired = false, hint }: PriceFieldProps) {
  return (
    <Field
      label={`${label}, $ per M tokens`}
      inputMode="decimal"
      autoComplete="off"
      required={isRequired}
      value={value}
      {...(hint === undefined ? {} : { hint })}
      error={value === '' ? null : priceError(value)}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
}

/** @returns null for a price that the exchange accepts */
export function priceError(perMillion: string): string | null {
  if (!isDecimal(perMillion) || perMillion.startsWith('-')) return 'A decimal number, such as 0.45';
  if (/^0*(?:\.0*)?$/.test(perMillion)) return 'A price is above zero';
  const places = placesOf(perMillion.replace(/0+$/, ''));
  return perMillion.includes('.') && places > DECIMALS ? `At most ${DECIMALS} decimals` : null;
}

/** @returns the API's price, per 1,000 tokens; null when it is not one */
export function perThousandOf(perMillion: string): string | null {
  if (perMillion === '' || priceError(perMillion) !== null) return null;
  return shiftDecimal(perMillion, -3);
}
