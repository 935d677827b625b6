import type { Order } from './bodies';

type TimeInForce = Order['time_in_force'];

export const TIMES_IN_FORCE = [
  { value: 'GTC', label: 'Until cancelled (GTC)' },
  { value: 'GTD', label: 'Until a time (GTD)' },
  { value: 'IOC', label: 'What fills now (IOC)' },
  { value: 'FOK', label: 'All now or nothing (FOK)' },
] as const satisfies readonly { value: TimeInForce; label: string }[];

export function timeInForceText(timeInForce: TimeInForce): string {
  return TIMES_IN_FORCE.find(({ value }) => value === timeInForce)?.label ?? timeInForce;
}
