import { Badge, type Tone } from '../design/layout';
import type { Profile } from './bodies';

const TONES: Readonly<Record<Profile['standing'], Tone>> = {
  Active: 'good',
  Probation: 'warn',
  Suspended: 'bad',
  Banned: 'bad',
};

export function StandingBadge({ standing }: Pick<Profile, 'standing'>) {
  return <Badge tone={TONES[standing]}>{standing}</Badge>;
}
