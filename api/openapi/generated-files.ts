/** The committed copies of the descriptions, by their path in the checkout. */
import { DESCRIBED, describeSurface } from './document';

export function generatedDescriptions(): Record<string, string> {
  const entries = DESCRIBED.map((surface) => [
    `api/openapi/generated/${surface}.json`,
    `${JSON.stringify(describeSurface(surface), null, 2)}\n`,
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
