/** The whole life of one order: its request, reservations, attempts, journals and settlement. */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { messageForPeople } from '../client/api-error';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { windowText } from '../client/windows';
import { Panel } from '../design/layout';
import { Amount, Missing, Price, Quantity, Time } from '../design/values';
import { Fact, Facts, Loaded, OperatorPage } from './frame';
import { FillTable, LotTable } from './fill-table';
import { JournalTable } from './journal-table';
import { WorkflowLink } from './orders-page';
import { AccountLink, Named, Names, SellerLink, ShortId } from './names';
import type { Body } from './schemas';
import { Status } from './status';
import { Timeline } from './timeline';

type Order = Body<'ChatOrder'> | Body<'CapacityOrder'>;

const OPEN_EVERY_MS = 2_000;

export function OrderPage() {
  const { id } = useParams<{ id: string }>();
  return (
    <OperatorPage title="Order" tabTitle={`Order ${id.slice(0, 8)}`} lead={<code>{id}</code>}>
      {(operator) => <OrderLife operator={operator} id={id} />}
    </OperatorPage>
  );
}

function OrderLife({ operator, id }: { readonly operator: OperatorClient; readonly id: string }) {
  const order = useQuery({
    queryKey: [SIGNED_IN, 'order', id],
    queryFn: async (): Promise<Order> =>
      answerOf(operator.GET('/admin/v1/orders/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? OPEN_EVERY_MS : false),
  });
  return (
    <Loaded query={order} rows={10}>
      {(data) => (
        <Names value={data.names}>
          <Request order={data} />
          <div className="columns">
            <Panel title="History">
              <Timeline events={data.history} />
            </Panel>
            <div className="stack">
              <Outcome order={data} />
              {data.kind === 'chat' && data.openings.length > 0 && (
                <Openings openings={data.openings} />
              )}
            </div>
          </div>
          <Panel title="Reservations and attempts" flush>
            <FillTable fills={data.fills} />
          </Panel>
          {data.kind === 'capacity' && (
            <>
              <Panel title="Lots" flush>
                <LotTable lots={data.lots} operator={operator} />
              </Panel>
              <Panel title="Draws" flush>
                <FillTable fills={data.draws} />
              </Panel>
            </>
          )}
          <Panel title="Journals" flush>
            <JournalTable journals={data.journals} />
          </Panel>
        </Names>
      )}
    </Loaded>
  );
}

function Request({ order }: { readonly order: Order }) {
  return (
    <Panel title="Request" actions={<WorkflowLink url={order.workflow_url} />}>
      <Facts>
        <Fact label="State">
          <Status of={order.status} />
        </Fact>
        {order.waiting_for !== null && (
          <Fact label="Waits for">
            <Named text={order.waiting_for} />
          </Fact>
        )}
        <Fact label="Kind">{order.kind === 'chat' ? kindOfChat(order) : 'contract order'}</Fact>
        <Fact label="Instrument">{order.model_id}</Fact>
        <Fact label="Account">
          <AccountLink id={order.account_id} />
        </Fact>
        <Fact label="Region">{order.region ?? 'any'}</Fact>
        {order.kind === 'chat' ? <ChatTerms order={order} /> : <ContractTerms order={order} />}
        <Fact label="Received">
          <Time value={order.created_at} />
        </Fact>
        <Fact label="Last changed">
          <Time value={order.updated_at} />
        </Fact>
        <Fact label="Request id">
          <code>{order.request_id}</code>
        </Fact>
        <Fact label="Workflow">
          {order.workflow_id === null ? <Missing /> : <code>{order.workflow_id}</code>}
        </Fact>
      </Facts>
    </Panel>
  );
}

function kindOfChat({ stream }: Body<'ChatOrder'>): string {
  return stream ? 'chat, streamed' : 'chat';
}

function ChatTerms({ order }: { readonly order: Body<'ChatOrder'> }) {
  const { ceiling, quantity_min: least, quantity_max: most, venue_pin: venue } = order;
  return (
    <>
      <Fact label="Limit price">
        <Price perThousand={ceiling} withUnit />
      </Fact>
      <Fact label="Quantity">
        <Quantity value={least} /> to <Quantity value={most} /> tokens
      </Fact>
      <Fact label="Venue">{venue ?? 'any'}</Fact>
      {order.contract_id !== null && (
        <Fact label="Contract">
          <Link href={`/orders/${order.contract_id}`}>
            <ShortId id={order.contract_id} />
          </Link>
        </Fact>
      )}
    </>
  );
}

function ContractTerms({ order }: { readonly order: Body<'CapacityOrder'> }) {
  return (
    <>
      <Fact label="Limit price">
        <Price perThousand={order.price} withUnit />
      </Fact>
      <Fact label="Quantity">
        <Quantity value={order.filled_quantity} /> of <Quantity value={order.quantity} /> tokens
      </Fact>
      <Fact label="Window">{windowText(order.tenor)}</Fact>
      <Fact label="Time in force">{order.time_in_force}</Fact>
    </>
  );
}

function Outcome({ order }: { readonly order: Order }) {
  const settled = order.fills.find(({ status }) => status === 'settled');
  if (order.kind === 'chat' && order.refusal) {
    return (
      <Panel title="Refusal">
        <Facts>
          <Fact label="Code">
            <code>{order.refusal.code}</code>
          </Fact>
          <Fact label="Message">{messageForPeople(order.refusal.message)}</Fact>
        </Facts>
      </Panel>
    );
  }
  return (
    <Panel title="Settlement">
      {settled ? (
        <Facts>
          <Fact label="Cost to the buyer">
            <Amount value={settled.cost} />
          </Fact>
          <Fact label="Fee of the exchange">
            <Amount value={settled.fee} />
          </Fact>
          <Fact label="Charged tokens">
            <Quantity value={settled.used} />
          </Fact>
          <Fact label="Reported by the seller">
            {settled.usage === null ? <Missing /> : <Quantity value={settled.usage.totalTokens} />}
          </Fact>
          <Fact label="Seller">
            <SellerLink id={settled.seller_id} />
          </Fact>
          <Fact label="Settled">
            <Time value={settled.settled_at} />
          </Fact>
        </Facts>
      ) : (
        <p className="soft">
          {order.status === 'open' ? 'It is not settled yet.' : 'Nothing was charged.'}
        </p>
      )}
    </Panel>
  );
}

function Openings({ openings }: { readonly openings: readonly Body<'Opening'>[] }) {
  return (
    <Panel title="Decryptions of the prompt and the answer">
      <ul className="plain stack-s">
        {openings.map(({ actor, address, at, request_id: requestId }) => (
          <li key={`${requestId} ${at}`}>
            <Time value={at} /> by <code>{actor}</code> from {address ?? 'unknown'}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
