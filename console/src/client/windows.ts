/** When tokens that are bought ahead can be used; the API names these windows by `tenor`. */
import type { components } from './generated/market';

export type Window = components['schemas']['Order']['tenor'];

export const WINDOWS = [
  { value: 'spot', label: 'Now, for 24 h' },
  { value: '1h', label: 'The next whole hour' },
  { value: '1d', label: 'The next day, UTC' },
  { value: '7d', label: 'Seven days from the next one, UTC' },
  { value: '30d', label: 'Thirty days from the next one, UTC' },
] as const satisfies readonly { value: Window; label: string }[];

/** `the next whole hour`, inside a sentence. */
export function windowText(window: Window): string {
  const label = WINDOWS.find(({ value }) => value === window)?.label ?? window;
  return label.charAt(0).toLowerCase() + label.slice(1);
}
