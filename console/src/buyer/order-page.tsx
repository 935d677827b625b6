/** One contract order: what it waits for, its place in the queue, and each of its fills. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { usePollMs } from '../client/account-events';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { windowText } from '../client/windows';
import { Button } from '../design/controls';
import { Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Missing, Price, Quantity, Time, shortQuantity } from '../design/values';
import { type OrderDetails, isWorking } from './bodies';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { ContractOutcome } from './contract-outcome';
import { CancelOrderDialog } from './cancel-order-dialog';
import { costOf } from './order-preview';
import { SellerName } from '../design/seller-name';
import { Status } from '../design/status';
import { timeInForceText } from './time-in-force';
import { WaitsFor } from './waits-for';

const REFRESH_MS = 2_000;

export function OrderPage() {
  const { id } = useParams<{ id: string }>();
  return (
    <BuyerPage title="Order" lead={<code>{id}</code>}>
      {(buyer) => <Order buyer={buyer} id={id} />}
    </BuyerPage>
  );
}

function Order({ buyer, id }: { readonly buyer: SignedInBuyer; readonly id: string }) {
  const pollMs = usePollMs(REFRESH_MS);
  const order = useQuery({
    queryKey: [SIGNED_IN, 'orders', id],
    queryFn: () => answerOf(buyer.market.GET('/v1/orders/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? pollMs : false),
  });
  if (order.isPending) return <Skeleton rows={8} label="Loading the order" />;
  if (!order.data) return <ErrorState error={order.error} onRetry={() => void order.refetch()} />;
  return (
    <>
      <Terms buyer={buyer} order={order.data} />
      <Panel title="Fills" flush>
        <Fills order={order.data} />
      </Panel>
      <Link href="/buyer/orders">All orders</Link>
    </>
  );
}

function Terms({ buyer, order }: { readonly buyer: SignedInBuyer; readonly order: OrderDetails }) {
  const [isCancelling, setCancelling] = useState(false);
  const { filled_quantity: filled, quantity, contract_id: contractId, reason } = order;
  return (
    <Panel
      title={order.model_id}
      actions={
        <>
          <Status value={order.status} />
          {isWorking(order) && <Button onClick={() => setCancelling(true)}>Cancel</Button>}
        </>
      }
    >
      <div className="stack">
        <WaitsFor sentence={order.waiting_for} />
        {reason !== null && <p className="hint">{reason}</p>}
        <Stats>
          <Stat label="Filled, tokens">
            <Quantity value={filled} /> of <Quantity value={quantity} />
          </Stat>
          <Stat label="Limit">
            <Price perThousand={order.price} withUnit />
          </Stat>
          <Stat label="Average">
            <Price perThousand={order.average_fill_price} withUnit />
          </Stat>
          <Stat label="Reserved for the rest">
            <Amount value={costOf({ price: order.price, quantity: order.remaining })} />
          </Stat>
          <Stat label="Place in the queue">
            <Place ahead={order.ahead} />
          </Stat>
        </Stats>
        <progress className="meter" max={quantity} value={filled} aria-label="Filled part" />
        <p className="small faint">
          Window: {windowText(order.tenor)}. Region: {order.region ?? 'any'}.{' '}
          {timeInForceText(order.time_in_force)}
          {order.expires_at !== null && (
            <>
              , <Time value={order.expires_at} />
            </>
          )}
          . Placed <Time value={order.created_at} />.
        </p>
        {contractId !== null && <Filled buyer={buyer} contractId={contractId} />}
      </div>
      <CancelOrderDialog
        buyer={buyer}
        order={isCancelling ? order : null}
        onClose={() => setCancelling(false)}
      />
    </Panel>
  );
}

interface FilledProps {
  readonly buyer: SignedInBuyer;
  readonly contractId: string;
}

/** What became of it, a refund too. */
function Filled({ buyer, contractId }: FilledProps) {
  const { data: contract } = useQuery({
    queryKey: [SIGNED_IN, 'contracts', contractId],
    queryFn: () =>
      answerOf(buyer.market.GET('/v1/contracts/{id}', { params: { path: { id: contractId } } })),
  });
  return (
    <>
      <Link href="/buyer/contracts">What is filled is contract {contractId.slice(-6)}</Link>
      {contract && <ContractOutcome buyer={buyer} contract={contract} />}
    </>
  );
}

function Place({ ahead }: { readonly ahead: OrderDetails['ahead'] }) {
  if (ahead === null) return <Missing>not in the book</Missing>;
  if (ahead.orders === 0) return 'first';
  const orders = ahead.orders === 1 ? '1 order' : `${ahead.orders} orders`;
  return `${shortQuantity(ahead.tokens)} tokens of ${orders} ahead`;
}

const FILL_COLUMNS: readonly Column<OrderDetails['fills'][number]>[] = [
  {
    key: 'time',
    title: 'Filled',
    isHeading: true,
    phone: { line: 1 },
    cell: (fill) => <Time value={fill.created_at} />,
  },
  {
    key: 'quantity',
    title: 'Tokens',
    align: 'end',
    phone: { line: 2, unit: 'tokens' },
    cell: (fill) => <Quantity value={fill.quantity} />,
  },
  {
    key: 'price',
    title: '$/M',
    align: 'end',
    phone: { line: 2, unit: '$/M' },
    cell: (fill) => <Price perThousand={fill.price} />,
  },
  {
    key: 'cost',
    title: 'Cost',
    align: 'end',
    phone: { line: 1 },
    cell: (fill) => <Amount value={fill.cost} />,
  },
  {
    key: 'seller',
    title: 'Seller',
    phone: { line: 2 },
    cell: (fill) => <SellerName id={fill.seller_id} venue={null} />,
  },
  { key: 'region', title: 'Region', isMinor: true, cell: (fill) => fill.region },
];

function Fills({ order }: { readonly order: OrderDetails }) {
  if (order.fills.length === 0) return <EmptyState title="Nothing is filled yet" />;
  return (
    <Table
      caption="Fills, newest first"
      columns={FILL_COLUMNS}
      rows={order.fills}
      keyOf={(fill) => fill.fill_id}
    />
  );
}
