/** A seller that refuses what the exchange has not signed. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Settings } from '../../../config/settings';
import { isSignedWith } from '../../../domain/signing';
import { BEHAVIOURS, type Behaviour } from './behaviours';

export function verifying(inner: Behaviour, { secrets }: Pick<Settings, 'secrets'>): Behaviour {
  const key = { key: secrets.signingKey, format: 'der', type: 'pkcs8' } as const;
  const keys = [createPublicKey(createPrivateKey(key))];
  const unauthorized = BEHAVIOURS.unauthorized();
  return {
    answer: (visit) => {
      const { headers, rawBody } = visit.request!;
      const isSigned = isSignedWith(keys, headers, rawBody, Date.now());
      return (isSigned ? inner : unauthorized).answer(visit);
    },
  };
}
