/** `POST /console/sign-in`: the code that `npm start` printed, for the key of the demo's buyer. */
import type { IRouter } from 'express';
import { SIGN_IN_MINUTES, type SignIn, exchangeSignInCode } from '../../config/demo-sign-in';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { bearerOf } from '../middleware/credential';
import { isLoopback } from '../middleware/own-hosts';
import { route } from '../middleware/routes';

export type DemoSettings = Pick<
  Settings,
  'local' | 'BIND_ADDRESS' | 'TOKENBOOK_MODE' | 'TOKENBOOK_HOME'
>;

const WHY: Readonly<Record<Extract<SignIn, { refused: unknown }>['refused'], string>> = {
  used: 'This address has signed somebody in already, and does so once.',
  expired: `This address is older than ${SIGN_IN_MINUTES} minutes.`,
  unknown: 'This address is not of the npm start that runs now.',
};
const WAY_ON =
  'The next npm start prints another; the key itself stands in credentials.json, at demo.buyer.buyerKey.';

/** Only for the market of this machine, while no other machine reaches it. */
export function serveDemoSignIn(router: IRouter, settings: DemoSettings): void {
  const { local, BIND_ADDRESS, TOKENBOOK_MODE, TOKENBOOK_HOME } = settings;
  if (!local || TOKENBOOK_MODE === 'test' || !isLoopback(BIND_ADDRESS)) return;
  route(router, '/console/sign-in', {
    post: (req, res) => {
      res.set('Cache-Control', 'no-store');
      const signIn = exchangeSignInCode(TOKENBOOK_HOME, bearerOf(req) ?? '');
      if ('refused' in signIn) {
        throw fail('unauthorized', { message: `${WHY[signIn.refused]} ${WAY_ON}` });
      }
      res.json({ buyer_key: signIn.buyerKey });
    },
  });
}
