/** What a caller with a wrong credential is told. */
import type { Settings } from '../../config/settings';
import { type Failure, fail } from '../../domain/errors';
import { otherMode } from '../../domain/mode';
import { isKeyOf } from '../../domain/key-hash';

export type ModeSettings = Pick<Settings, 'TOKENBOOK_MODE' | 'OTHER_MODE_URL'>;

const NAMES = { live: 'the live market', test: 'test mode' } as const;

/**
 * A key of the other mode is recognised by its text alone, so this answer says nothing about which
 * keys exist.
 * @param key null when none was sent
 */
export function wrongCredential(
  { TOKENBOOK_MODE: mode, OTHER_MODE_URL: url }: ModeSettings,
  key: string | null,
): Failure {
  const other = otherMode(mode);
  if (key === null || !isKeyOf(other, key)) return fail('unauthorized');
  const place = url === undefined ? '' : ` Send it to ${url}.`;
  return fail('key_of_other_mode', {
    message: `This is a key of ${NAMES[other]}, and this is ${NAMES[mode]}.${place}`,
  });
}
