/** The seller's asks with their place in the book, live. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useParams } from 'wouter';
import { Status } from '../design/status';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { compareDecimals } from '../client/decimal';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { Flash } from '../design/flash';
import { Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Missing, Price, Quantity, Time, WindowName } from '../design/values';
import type { Ask } from './bodies';
import { type Books, bookKey } from './books-feed';
import { CancelOfferDialog, ChangeOfferDialog } from './offer-dialogs';
import { NewOfferForm } from './offer-form';
import { type Place, placeOf } from './place';
import { SellerPage, type SignedInSeller } from './seller-page';
import { useBooks } from './use-books';

const REFRESH_MS = 5_000;
/** After a change of a book the own asks are read again, but no more often than this. */
const AFTER_CHANGE_MS = 500;

export function OffersPage() {
  return (
    <SellerPage
      title="Offers"
      lead="What is offered stands in the book until it is sold, cancelled or expired."
    >
      {(seller) => <Offers seller={seller} />}
    </SellerPage>
  );
}

type Opened = { readonly what: 'change' | 'cancel'; readonly ask: Ask } | null;

function Offers({ seller }: { readonly seller: SignedInSeller }) {
  const { model } = useParams();
  const [isNew, setNew] = useState(model !== undefined);
  const [posted, setPosted] = useState<Ask | null>(null);
  const [opened, setOpened] = useState<Opened>(null);
  const asks = useQuery({
    queryKey: [SIGNED_IN_SELLER, 'asks'],
    queryFn: () => {
      const path = { id: seller.profile.seller_id };
      return answerOf(seller.market.GET('/v1/sellers/{id}/asks', { params: { path } }));
    },
    refetchInterval: REFRESH_MS,
  });
  const rows = (asks.data?.asks ?? []).toSorted(inOrder);
  const books = useBooks(rows.map(bookNameOf), useRenewal());
  const close = () => setOpened(null);
  return (
    <>
      <div className="cluster">
        <Button kind="primary" onClick={() => setNew(true)}>
          New offer
        </Button>
        <Totals asks={rows} />
      </div>
      {posted && posted.remaining < posted.capacity && <SoldAtOnce ask={posted} />}
      <Panel title="Offers" flush>
        {asks.isPending && <Skeleton rows={6} label="Loading the offers" />}
        {asks.isError && rows.length === 0 && (
          <ErrorState error={asks.error} onRetry={() => void asks.refetch()} />
        )}
        {asks.data && rows.length === 0 && (
          <EmptyState title="Nothing is offered">
            An offer states a model, a price, a quantity and how long it is valid.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table
            caption="Active offers"
            columns={columnsOf(books, setOpened)}
            rows={rows}
            keyOf={(row) => row.ask_id}
          />
        )}
      </Panel>
      <Dialog title="New offer" isOpen={isNew} onClose={() => setNew(false)} size="wide">
        <NewOfferForm
          seller={seller}
          wanted={model === undefined ? null : decodeURIComponent(model)}
          onCancel={() => setNew(false)}
          onPosted={(ask) => {
            setPosted(ask);
            setNew(false);
          }}
        />
      </Dialog>
      <ChangeOfferDialog
        seller={seller}
        ask={opened?.what === 'change' ? opened.ask : null}
        onClose={close}
      />
      <CancelOfferDialog
        seller={seller}
        ask={opened?.what === 'cancel' ? opened.ask : null}
        onClose={close}
      />
    </>
  );
}

function SoldAtOnce({ ask }: { readonly ask: Ask }) {
  return (
    <p className="preview" role="status">
      <Quantity value={ask.capacity - ask.remaining} /> tokens of {ask.model_id} were sold at once
      to resting bids. <Link href="/seller/deliveries">What you owe, and until when</Link>
    </p>
  );
}

/** By model and delivery, best price first. */
function inOrder(one: Ask, other: Ask): number {
  const names = bookKey(bookNameOf(one)).localeCompare(bookKey(bookNameOf(other)));
  return names || compareDecimals(one.price, other.price) || one.ask_id.localeCompare(other.ask_id);
}

function bookNameOf({ model_id: modelId, tenor }: Ask) {
  return { modelId, tenor };
}

function useRenewal(): () => void {
  const queries = useQueryClient();
  const waiting = useRef(false);
  return () => {
    if (waiting.current) return;
    waiting.current = true;
    setTimeout(() => {
      waiting.current = false;
      void queries.invalidateQueries({ queryKey: [SIGNED_IN_SELLER, 'asks'] });
    }, AFTER_CHANGE_MS);
  };
}

function Totals({ asks }: { readonly asks: readonly Ask[] }) {
  const remaining = asks.reduce((sum, ask) => sum + BigInt(ask.remaining), 0n);
  return (
    <Stats>
      <Stat label="Offers">
        <Quantity value={asks.length} />
      </Stat>
      <Stat label="Offered, tokens">
        <Quantity value={remaining.toString()} short />
      </Stat>
    </Stats>
  );
}

function columnsOf(books: Books, open: (opened: Opened) => void): readonly Column<Ask>[] {
  const inBook = (ask: Ask): Place | null => {
    const book = books.get(bookKey(bookNameOf(ask)));
    return book ? placeOf(ask.price, book) : null;
  };
  return [
    {
      key: 'model',
      title: 'Model',
      isHeading: true,
      phone: { line: 1 },
      cell: (ask) => ask.model_id,
    },
    { key: 'window', title: 'Window', isMinor: true, cell: (ask) => <WindowName of={ask.tenor} /> },
    { key: 'region', title: 'Region', isMinor: true, cell: (ask) => ask.region },
    {
      key: 'price',
      title: '$/M',
      align: 'end',
      phone: { line: 2, unit: '$/M' },
      cell: (ask) => <Price perThousand={ask.price} />,
    },
    {
      key: 'rank',
      title: 'Place',
      align: 'end',
      phone: { line: 2, unit: 'in line' },
      cell: (ask) => <Rank place={inBook(ask)} />,
    },
    {
      key: 'ahead',
      title: 'Tokens ahead',
      align: 'end',
      cell: (ask) => <Quantity value={inBook(ask)?.tokensAhead} short />,
    },
    {
      key: 'best',
      title: 'Best ask $/M',
      align: 'end',
      cell: (ask) => <Price perThousand={inBook(ask)?.bestAsk} />,
    },
    {
      key: 'remaining',
      title: 'Unsold',
      align: 'end',
      phone: { line: 2, unit: 'left' },
      cell: (ask) => <Remaining ask={ask} />,
    },
    {
      key: 'expires',
      title: 'Expires',
      isMinor: true,
      cell: (ask) => <Time value={ask.expires_at} show="ago" />,
    },
    actionsColumn(open),
  ];
}

function actionsColumn(open: (opened: Opened) => void): Column<Ask> {
  return {
    key: 'actions',
    title: <span className="only-read">Actions</span>,
    align: 'end',
    phone: { line: 1 },
    cell: (ask) => (
      <span className="pair">
        <Button
          kind="quiet"
          aria-label={`Change ${offerName(ask)}`}
          onClick={() => open({ what: 'change', ask })}
        >
          Change
        </Button>
        <Button
          kind="quiet"
          aria-label={`Cancel ${offerName(ask)}`}
          onClick={() => open({ what: 'cancel', ask })}
        >
          Cancel
        </Button>
      </span>
    ),
  };
}

function Rank({ place }: { readonly place: Place | null }) {
  if (place === null) return <Missing>not known yet</Missing>;
  const text = `${place.rank} of ${place.prices}`;
  return (
    <Flash value={text}>
      {place.rank === 1 ? <Status value="best" /> : null} <span className="number">{text}</span>
    </Flash>
  );
}

function Remaining({ ask }: { readonly ask: Ask }) {
  return (
    <span className="filled">
      <Quantity value={ask.remaining} short /> of <Quantity value={ask.capacity} short />
      <progress
        max={ask.capacity}
        value={ask.remaining}
        aria-label={`Unsold part of ${offerName(ask)}`}
      />
    </span>
  );
}

function offerName({ model_id: model, ask_id: id }: Ask): string {
  return `the offer of ${model}, ${id.slice(-6)}`;
}
