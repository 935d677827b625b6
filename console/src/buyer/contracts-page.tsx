/** Prepaid contracts with their lots and windows, and the tickets that redeem them. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { usePollMs } from '../client/account-events';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button } from '../design/controls';
import { Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Price, Quantity, Time } from '../design/values';
import type { Contract } from './bodies';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { ContractOutcome } from './contract-outcome';
import { MoreButton } from '../design/more-button';
import { SellerName } from '../design/seller-name';
import { Status } from '../design/status';
import { BuyTicketButton, TicketDialog } from './ticket-dialog';

const REFRESH_MS = 5_000;
const PAGE_SIZE = 50;

export function ContractsPage() {
  return (
    <BuyerPage
      title="Contracts"
      lead="Tokens that are paid for. A ticket redeems them with ordinary requests."
    >
      {(buyer) => <Contracts buyer={buyer} />}
    </BuyerPage>
  );
}

function Contracts({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [ticketOf, setTicketOf] = useState<Contract | null>(null);
  const pollMs = usePollMs(REFRESH_MS);
  const contracts = useInfiniteQuery({
    queryKey: [SIGNED_IN, 'contracts'],
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return answerOf(buyer.market.GET('/v1/contracts', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: pollMs,
  });
  const rows = contracts.data?.pages.flatMap((page) => page.contracts) ?? [];
  return (
    <>
      <div className="cluster">
        <BuyTicketButton buyer={buyer} />
        <Link href="/buyer/orders">Place an order</Link>
      </div>
      {contracts.isPending && <Skeleton rows={6} label="Loading the contracts" />}
      {contracts.isError && rows.length === 0 && (
        <ErrorState error={contracts.error} onRetry={() => void contracts.refetch()} />
      )}
      {contracts.data && rows.length === 0 && (
        <Panel title="Contracts">
          <EmptyState title="No contract yet">
            A ticket, or the first fill of an order, opens one.
          </EmptyState>
        </Panel>
      )}
      {rows.map((contract) => (
        <ContractPanel
          key={contract.contract_id}
          buyer={buyer}
          contract={contract}
          onTicket={() => setTicketOf(contract)}
        />
      ))}
      <MoreButton pages={contracts} />
      <TicketDialog buyer={buyer} contract={ticketOf} onClose={() => setTicketOf(null)} />
    </>
  );
}

interface ContractPanelProps {
  readonly buyer: SignedInBuyer;
  readonly contract: Contract;
  readonly onTicket: () => void;
}

function ContractPanel({ buyer, contract, onTicket }: ContractPanelProps) {
  const { model_id: model, status, remaining, quantity } = contract;
  const isUsable = status === 'active' || status === 'pending';
  return (
    <Panel
      title={`${model}, ${contract.contract_id.slice(-6)}`}
      actions={
        <>
          <Status value={status} />
          {isUsable && <Button onClick={onTicket}>Issue a ticket</Button>}
        </>
      }
    >
      <div className="stack">
        <Stats>
          <Stat label="Remaining, tokens">
            <Quantity value={remaining} />
          </Stat>
          <Stat label="Bought, tokens">
            <Quantity value={quantity} />
          </Stat>
          <Stat label="Price">
            <Price perThousand={contract.price} withUnit />
          </Stat>
          <Stat label="Region">{contract.region ?? 'any'}</Stat>
          <Stat label={status === 'pending' ? 'Opens' : 'Opened'}>
            <Time value={contract.delivery_start} show="ago" />
          </Stat>
          <Stat label="Window ends">
            <Time value={contract.expires_at} show="ago" />
          </Stat>
        </Stats>
        <progress
          className="meter"
          max={quantity}
          value={remaining}
          aria-label={`Remaining tokens of the contract of ${model}`}
        />
        <ContractOutcome buyer={buyer} contract={contract} />
        <details>
          <summary>
            {contract.lots.length === 1 ? 'One lot' : `${contract.lots.length} lots`}
          </summary>
          <Table
            caption={`Lots of the contract of ${model}`}
            columns={LOT_COLUMNS}
            rows={contract.lots}
            keyOf={(lot) => lot.lot_id}
          />
        </details>
      </div>
    </Panel>
  );
}

const LOT_COLUMNS: readonly Column<Contract['lots'][number]>[] = [
  {
    key: 'seller',
    title: 'Seller',
    isHeading: true,
    phone: { line: 1 },
    cell: (lot) => <SellerName id={lot.seller_id} venue={null} />,
  },
  {
    key: 'status',
    title: 'Status',
    phone: { line: 1 },
    cell: (lot) => <Status value={lot.status} />,
  },
  {
    key: 'price',
    title: '$/M',
    align: 'end',
    phone: { line: 2, unit: '$/M' },
    cell: (lot) => <Price perThousand={lot.price} />,
  },
  {
    key: 'quantity',
    title: 'Bought',
    align: 'end',
    cell: (lot) => <Quantity value={lot.quantity} />,
  },
  {
    key: 'remaining',
    title: 'Remaining',
    align: 'end',
    phone: { line: 2, unit: 'left' },
    cell: (lot) => <Quantity value={lot.remaining} />,
  },
  {
    key: 'reserved',
    title: 'Under way',
    align: 'end',
    isMinor: true,
    cell: (lot) => <Quantity value={lot.reserved_tokens} />,
  },
];
