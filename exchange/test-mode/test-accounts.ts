/** Accounts of test mode that anybody may open. */
import { type Failure, fail } from '../../domain/errors';
import type { AccountDocument } from '../../records/documents/account';
import type { AccountService } from '../accounts/account-service';
import type { BuyerKeyService } from '../accounts/buyer-key-service';
import type { Settings } from '../../config/settings';

export interface TestAccount {
  readonly account: AccountDocument;
  readonly keyId: string;
  readonly key: string;
}

export class TestAccounts {
  constructor(
    private readonly settings: Pick<Settings, 'TOKENBOOK_MODE' | 'OTHER_MODE_URL'>,
    private readonly accounts: Pick<AccountService, 'create'>,
    private readonly keys: Pick<BuyerKeyService, 'issue'>,
  ) {}

  /**
   * An account with test money, and its first key.
   * @throws Failure `not_found` in the live market, whose accounts the operator opens
   */
  async open(name: string): Promise<TestAccount> {
    if (this.settings.TOKENBOOK_MODE !== 'test') throw this.onlyInTestMode();
    const account = await this.accounts.create({
      name,
      owner: null,
      priceCeilingScale8: undefined,
    });
    const issued = await this.keys.issue(account._id, { label: 'test', quotas: {} });
    return { account, ...issued };
  }

  private onlyInTestMode(): Failure {
    const { OTHER_MODE_URL: url } = this.settings;
    const place = url === undefined ? '' : ` Test mode is at ${url}.`;
    return fail('not_found', {
      message: `The operator opens the accounts of the live market.${place}`,
    });
  }
}
