/** States of requests, orders and contracts, as badges. */
import { Badge, type Tone } from './layout';

const TONES: Readonly<Record<string, Tone>> = {
  open: 'warn',
  partially_filled: 'warn',
  pending: 'warn',
  planned: 'warn',
  sent: 'warn',
  filled: 'good',
  active: 'good',
  delivered: 'good',
  refused: 'bad',
  rejected: 'bad',
  defaulted: 'bad',
  failed: 'bad',
  unknown: 'bad',
};

export function Status({ value }: { readonly value: string }) {
  return <Badge tone={TONES[value] ?? 'neutral'}>{value.replaceAll('_', ' ')}</Badge>;
}
