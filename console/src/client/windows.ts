/** When tokens that are bought ahead can be used; the API names these windows by `tenor`. */
import type { components } from './generated/market';

export type Window = components['schemas']['Order']['tenor'];

/** `label` in a choice, `name` where space is short, such as in the cell of a table. */
export const WINDOWS = [
  { value: 'spot', name: 'Now, 24 h', label: 'Now, for 24 h' },
  { value: '1h', name: 'Next hour', label: 'The next whole hour' },
  { value: '1d', name: 'Next day', label: 'The next day, UTC' },
  { value: '7d', name: 'Next 7 days', label: 'Seven days from the next one, UTC' },
  { value: '30d', name: 'Next 30 days', label: 'Thirty days from the next one, UTC' },
] as const satisfies readonly { value: Window; name: string; label: string }[];

export function windowName(window: Window): string {
  return WINDOWS.find(({ value }) => value === window)?.name ?? window;
}

/** `the next whole hour`, inside a sentence. */
export function windowText(window: Window): string {
  const label = WINDOWS.find(({ value }) => value === window)?.label ?? window;
  return label.charAt(0).toLowerCase() + label.slice(1);
}
