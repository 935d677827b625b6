/** The terms of a ticket: bought immediately, or issued for a contract that the account holds. */
import { fail } from '../../domain/errors';
import type { Region } from '../../domain/regions';
import type { Tenor } from '../../domain/tenors';

const DEFAULT_TTL_SECONDS = 3_600;

/** Each field is optional; valid combinations are checked when the ticket is issued. */
export interface TicketTerms {
  /** Alone: requests a credential for a contract that the account holds. */
  readonly contractId: string | null;
  readonly modelId: string | null;
  readonly quantityTokens: number | null;
  /** Limit per 1,000 tokens. */
  readonly maxPriceScale8: bigint | null;
  readonly region: Region | null;
  readonly tenor: Tenor | null;
  readonly ttlSeconds: number | null;
}

export interface PurchaseTerms {
  readonly modelId: string;
  readonly quantityTokens: number;
  readonly tenor: Tenor;
  readonly ttlSeconds: number;
}

/** @throws Failure `invalid_request` */
export function purchaseTerms(terms: TicketTerms): PurchaseTerms {
  const required = (param: string) =>
    fail('invalid_request', { param, message: `${param} is required.` });
  if (terms.modelId === null) throw required('model');
  if (terms.quantityTokens === null) throw required('quantity_tokens');
  const tenor = terms.tenor ?? 'spot';
  if (tenor !== 'spot' && terms.ttlSeconds !== null) {
    throw fail('invalid_request', {
      param: 'ttl_seconds',
      message: 'ttl_seconds is for spot tickets: a tenor has its own window.',
    });
  }
  return {
    modelId: terms.modelId,
    quantityTokens: terms.quantityTokens,
    tenor,
    ttlSeconds: terms.ttlSeconds ?? DEFAULT_TTL_SECONDS,
  };
}

/** @throws Failure `invalid_request` when any other field accompanies the contract */
export function checkContractAlone({ contractId: _contractId, ...others }: TicketTerms): void {
  if (Object.values(others).every((value) => value === null)) return;
  throw fail('invalid_request', {
    param: 'contract_id',
    message: 'contract_id cannot be combined with other fields: the contract defines its terms.',
  });
}
