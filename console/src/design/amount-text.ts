import { groupDecimal, padDecimal, placesOf } from '../client/decimal';

/** An amount where only text can stand. */
export function amountText(value: string): string {
  return `$${groupDecimal(padDecimal(value, 2))}`;
}

/** The digits after the point that align a column: those of its longest amount. */
export function columnPlaces(amounts: readonly string[]): number {
  return amounts.reduce((most, amount) => Math.max(most, placesOf(amount)), 2);
}
