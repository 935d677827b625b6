/** What happens, or happened, to the tokens of a contract that are not redeemed. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { addDecimals } from '../client/decimal';
import { Amount, Time } from '../design/values';
import type { Contract } from './bodies';
import type { SignedInBuyer } from './buyer-page';

const LINES_READ = 100;
/** A statement may be a moment behind the contract. */
const AGAIN_MS = 5_000;

interface OutcomeProps {
  readonly buyer: SignedInBuyer;
  readonly contract: Contract;
}

export function ContractOutcome({ buyer, contract }: OutcomeProps) {
  const shortAt = contract.lots.find((lot) => lot.capacity_short_at !== null)?.capacity_short_at;
  const hasDefaulted = contract.lots.some(({ status }) => status === 'defaulted');
  return (
    <>
      {contract.status !== 'defaulted' && (
        <p className="small faint">
          <Time value={contract.delivery_start} /> to <Time value={contract.expires_at} />.{' '}
          {SENTENCES[contract.status]}
        </p>
      )}
      {shortAt != null && (
        <p className="small notice">
          {contract.lots.length === 1 ? 'The seller' : 'A seller'} last reported (
          <Time value={shortAt} show="ago" />) that it can serve less than it owes now.
        </p>
      )}
      {hasDefaulted && <Defaulted buyer={buyer} contract={contract} />}
    </>
  );
}

const SENTENCES: Readonly<Record<Exclude<Contract['status'], 'defaulted'>, string>> = {
  pending:
    'It can be redeemed from the start of the window. What is not redeemed by its end is paid to the seller.',
  active: 'What is not redeemed by then is paid to the seller.',
  exhausted: 'All of it was redeemed.',
  expired: 'The window has ended. What was not redeemed was paid to the seller.',
};

function Defaulted({ buyer, contract }: OutcomeProps) {
  const { contract_id: id, model_id: model, created_at: from, lots } = contract;
  const outcome = useQuery({
    queryKey: [SIGNED_IN, 'contract-default', id],
    refetchInterval: ({ state }) => (state.data?.refunds.length ? false : AGAIN_MS),
    queryFn: async () => {
      const { requests } = await answerOf(
        buyer.market.GET('/v1/requests', {
          params: { query: { from, limit: LINES_READ, model_id: model } },
        }),
      );
      const request =
        requests.find((one) => one.contract_id === id && one.status !== 'filled') ?? null;
      // The refund follows the request; without one, the contract.
      const query = { from: request?.received_at ?? from, limit: LINES_READ };
      const statement = await answerOf(
        buyer.market.GET('/v1/account/statement', { params: { query } }),
      );
      const lines = typeof statement === 'string' ? [] : statement.lines;
      return {
        refunds: lines.filter(
          ({ kind, lot_id: lot }) => kind === 'refund' && lots.some((one) => one.lot_id === lot),
        ),
        request,
      };
    },
  });
  const { refunds = [], request = null } = outcome.data ?? {};
  const whose = lots.length === 1 ? 'The seller' : 'A seller';
  return (
    <p className="small">
      {whose} did not deliver. What was not redeemed there was refunded
      {refunds.length > 0 && (
        <>
          {': '}
          <Amount value={refunds.map(({ amount }) => amount).reduce(addDecimals)} />,{' '}
          <Time value={refunds[0]?.created_at} />
        </>
      )}
      . <Link href="/buyer/statement">The refund in the statement</Link>
      {request !== null && (
        <>
          {' · '}
          <Link href={`/buyer/requests/${request.order_id}`}>The request that failed</Link>
        </>
      )}
    </p>
  );
}
