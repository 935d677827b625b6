/**
 * Prices as people read and write them: USD per million tokens, with the unit. The API's are per 1,000 tokens.
 */
import { InvalidArgumentError } from 'commander';
import { formatPrice, formatScale8, parsePrice, parseScale8 } from '../domain/money';

export type PriceUnit = 'perThousand' | 'perMillion';

export interface GivenPrice {
  /** In the unit of the API. */
  readonly value: string;
  /** What was typed without a unit. */
  readonly bare: string | null;
}

const UNITS = { M: 'perMillion', k: 'perThousand' } as const;

export const PRICE_FORMS = 'such as 0.26/M per million tokens or 0.00026/k per 1,000';

/** The argument of an option. @param bareUnit what a number without a unit means, and what the API takes */
export function priceIn(bareUnit: PriceUnit): (text: string) => GivenPrice {
  return (text) => {
    const [, number = '', unit] = /^(\d+(?:\.\d+)?)(?:\/([Mk]))?$/.exec(text) ?? [];
    if (number === '') throw new InvalidArgumentError(`It must be a price, ${PRICE_FORMS}.`);
    if (unit === undefined) return { value: number, bare: number };
    try {
      const scale8 = parsePrice(number, UNITS[unit as keyof typeof UNITS], 'price');
      return { value: formatPrice(scale8, bareUnit), bare: null };
    } catch (err) {
      throw new InvalidArgumentError(`${(err as Error).message}.`);
    }
  };
}

/** The message of a refused price without its parameter, which is for programs. */
export function inPeoplesUnit(message: string): string {
  return message.replace(/ \(max_price [\d.]+\)/, '');
}

/** @param perThousand as the API states it */
export function perMillion(perThousand: string): string {
  const scale8 = parseScale8(perThousand);
  return scale8 === null ? perThousand : formatScale8(scale8 * 1_000n);
}
