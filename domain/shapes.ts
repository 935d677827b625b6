/**
 * Checks of values that came from outside as JSON: what an operator sends to a workflow by hand is
 * as untrusted as a request. Small and pure, because every cached workflow carries them.
 */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isFlag: Check = (value) => typeof value === 'boolean';
/** A whole number from 0 to 2^53. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
/** A decimal string of a whole number that is not below 0. */
export const isCountText: Check = (value) => typeof value === 'string' && /^\d{1,30}$/.test(value);

export const isOneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

export const isListOf =
  (isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isItem);

export const isNullOr =
  (isValue: Check): Check =>
  (value) =>
    value === null || isValue(value);

export const isOptional =
  (isValue: Check): Check =>
  (value) =>
    value === undefined || isValue(value);

/** An object with at least these members; what a later release adds is no error. */
export function isShape(members: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(members);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const object = value as Record<string, unknown>;
    return checks.every(([name, isValue]) => isValue(object[name]));
  };
}
