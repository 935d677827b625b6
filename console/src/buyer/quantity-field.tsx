/** A number of tokens: digits, which may be grouped by spaces, commas or underscores. */
import type { ReactNode } from 'react';
import { Field } from '../design/controls';
import { shortQuantity } from '../design/values';

const TOKENS_MAX = 1_000_000_000_000;

interface QuantityFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
  readonly hint?: ReactNode;
}

export function QuantityField(props: QuantityFieldProps) {
  const { label, value, onChange, isRequired = false, hint } = props;
  const tokens = tokensOf(value);
  const note = tokens === null ? hint : `${shortQuantity(tokens)} tokens`;
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      required={isRequired}
      value={value}
      {...(note === undefined ? {} : { hint: note })}
      error={value === '' || tokens !== null ? null : 'A whole number from 1 to 10^12'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** @returns null when it is no quantity */
export function tokensOf(text: string): number | null {
  const digits = text.replaceAll(/[\s,_]/g, '');
  if (!/^\d{1,13}$/.test(digits)) return null;
  const tokens = Number.parseInt(digits, 10);
  return tokens >= 1 && tokens <= TOKENS_MAX ? tokens : null;
}
