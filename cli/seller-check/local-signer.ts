import { Signer } from '../../domain/signing';
import { localKeys } from '../local-home';

/** Signs as the exchange on this machine does; null when there is none. */
export function localSigner(environment: NodeJS.ProcessEnv): Signer | null {
  const keys = environment['SIGNING_KEY'] || localKeys(environment).secrets?.['SIGNING_KEY'];
  const [first] = keys?.split(',') ?? [];
  return first ? new Signer(Buffer.from(first, 'base64')) : null;
}
