/** A number of tokens, such as 5 M or 250 000. */
import type { ReactNode } from 'react';
import { tokensIn } from '../client/tokens';
import { Field } from './controls';
import { shortQuantity } from './values';

const TOKENS_MAX = 10n ** 12n;

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
      autoComplete="off"
      required={isRequired}
      value={value}
      {...(note === undefined ? {} : { hint: note })}
      error={
        value === '' || tokens !== null
          ? null
          : 'A whole number from 1 to 10^12, such as 250 k or 5 M'
      }
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** @returns null when it is no quantity */
export function tokensOf(text: string): number | null {
  const tokens = tokensIn(text);
  return tokens !== null && BigInt(tokens) <= TOKENS_MAX ? Number.parseInt(tokens, 10) : null;
}
