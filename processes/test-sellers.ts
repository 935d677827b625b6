import { AskService } from '../exchange/asks/ask-service';
import { askLimitsOf } from '../exchange/asks/ask-terms';
import type { RegistrationWorkflows } from '../exchange/deps';
import { RegistrationService } from '../exchange/sellers/registration-service';
import { SellerMaintenance } from '../exchange/test-mode/seller-maintenance';
import { TestSellers } from '../followers/test-sellers';
import type { Stores } from './parts';
import { withoutTrailing } from '../domain/trailing';

/**
 * Starts the sellers of test mode; null in the live market.
 * @param port of the gateway, which serves their endpoints
 */
export function startTestSellers(
  stores: Stores,
  registrations: RegistrationWorkflows,
  port: number,
): TestSellers | null {
  const { settings, logger } = stores;
  if (settings.TOKENBOOK_MODE !== 'test') return null;
  const { local, secrets, PUBLIC_URL } = settings;
  const maintenance = new SellerMaintenance(
    {
      ...stores,
      asks: new AskService(stores, askLimitsOf(settings)),
      registrations: new RegistrationService({
        ...stores,
        registrations,
        local,
        keyPepper: secrets.keyPepper,
      }),
    },
    withoutTrailing(PUBLIC_URL ?? `http://127.0.0.1:${port}`, '/'),
  );
  const onError = (err: unknown) => {
    logger.warn({ err }, 'keeping the sellers of test mode failed; the next turn retries');
  };
  const sellers = new TestSellers({ ...stores, maintenance, onError });
  sellers.start();
  return sellers;
}
