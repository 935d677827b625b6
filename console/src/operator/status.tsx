/** States of orders, fills, sellers and actions as badges: a colour and always a word. */
import { Badge, type Tone } from '../design/layout';

const TONES: Readonly<Record<string, Tone>> = {
  open: 'warn',
  reserved: 'warn',
  filled: 'good',
  settled: 'good',
  delivered: 'good',
  done: 'good',
  ok: 'good',
  Active: 'good',
  answering: 'good',
  completed: 'good',
  Probation: 'warn',
  Suspended: 'bad',
  Banned: 'bad',
  refused: 'bad',
  rejected: 'bad',
  failed: 'bad',
  violated: 'bad',
  error: 'bad',
  defaulted: 'bad',
  halted: 'bad',
  unknown: 'warn',
};

export function Status({ of }: { readonly of: string }) {
  return <Badge tone={TONES[of] ?? 'neutral'}>{of}</Badge>;
}
