/** `POST /v1/test-accounts`: an account with test money, for anybody. */
import { AccountService } from '../../exchange/accounts/account-service';
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import { TestAccounts } from '../../exchange/test-mode/test-accounts';
import type { GatewayDeps } from '../gateway-deps';
import type { RouteHandler } from '../routes/declared-route';
import type { testModeRoutes } from '../routes/test-mode';

export function openTestAccountHandler(
  deps: GatewayDeps,
): RouteHandler<typeof testModeRoutes.openTestAccount> {
  const { records, settings } = deps;
  const accounts = new TestAccounts(
    settings,
    new AccountService(records, deps, settings),
    new BuyerKeyService(records, settings),
  );
  return async (_req, res, { body }) => {
    const { account, keyId, key } = await accounts.open(body.name ?? 'Test account');
    res.set('Cache-Control', 'no-store').json({
      account_id: account._id,
      name: account.name,
      key_id: keyId,
      buyer_key: key,
    });
  };
}
