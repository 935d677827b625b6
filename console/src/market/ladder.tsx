/** The book as a ladder: asks above, bids below, the best of both in the middle. */
import { memo, useRef, useState } from 'react';
import type { OrderBook } from '../client/market';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { Flash } from '../design/flash';
import { EmptyState } from '../design/states';
import { type Column, Table } from '../design/table';
import { Price, Quantity, priceText } from '../design/values';
import { type DepthLevel, depthOf, spreadOf } from './depth';
import { ROW_REM, useLevelsThatFit } from './levels-that-fit';

const EVERY_LEVEL = 10_000;

export const Ladder = memo(function Ladder({ book }: { readonly book: OrderBook }) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const { levels, isFilled } = useLevelsThatFit(frame);
  if (book.asks.length === 0 && book.bids.length === 0) {
    return (
      <div ref={frame} className="ladder-frame">
        <EmptyState title="The book is empty">Nobody bids or asks in this view.</EmptyState>
      </div>
    );
  }
  const asks = depthOf(book.asks, levels).toReversed();
  const bids = depthOf(book.bids, levels);
  const hidden = book.asks.length - asks.length + book.bids.length - bids.length;
  const spread = spreadOf(book);
  return (
    <div ref={frame} className="ladder-frame">
      <table className="ladder">
        <caption className="only-read">Order book, best prices in the middle</caption>
        <thead>
          <tr>
            <th scope="col">$ per M</th>
            <th scope="col">Tokens</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        {isFilled && <Space rows={levels - Math.max(1, asks.length)} />}
        <Side side="ask" levels={asks} />
        <tbody>
          <tr className="ladder-middle">
            <td colSpan={3}>{spread === null ? 'One side only' : `Spread ${priceText(spread)}`}</td>
          </tr>
        </tbody>
        <Side side="bid" levels={bids} />
      </table>
      {hidden > 0 && (
        <div className="ladder-more">
          <Button kind="quiet" onClick={() => setOpen(true)}>
            All {book.asks.length + book.bids.length} levels
          </Button>
        </div>
      )}
      <Dialog title="Every level" isOpen={isOpen} onClose={() => setOpen(false)}>
        <EveryLevel book={book} />
      </Dialog>
    </div>
  );
});

/** Keeps the middle in the middle when one side has few levels. */
function Space({ rows }: { readonly rows: number }) {
  if (rows <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr className="ladder-space">
        <td colSpan={3} style={{ height: `${rows * ROW_REM}rem` }} />
      </tr>
    </tbody>
  );
}

interface SideProps {
  readonly side: 'bid' | 'ask';
  readonly levels: readonly DepthLevel[];
}

function Side({ side, levels }: SideProps) {
  const name = side === 'ask' ? 'Ask' : 'Bid';
  return (
    <tbody className={`ladder-${side}`}>
      {levels.length === 0 && (
        <tr>
          <td colSpan={3} className="faint ladder-none">
            No {name.toLowerCase()}s
          </td>
        </tr>
      )}
      {levels.map((level) => (
        <tr key={level.price}>
          <th scope="row" className={side}>
            <span className="only-read">{name} </span>
            <Price perThousand={level.price} />
          </th>
          <td>
            <Flash value={level.quantity} tone={side}>
              <Quantity value={level.quantity} short />
            </Flash>
          </td>
          <td>
            <span
              className="ladder-bar"
              aria-hidden="true"
              style={{ transform: `scaleX(${level.share})` }}
            />
            <Quantity value={level.total} short />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

interface SidedLevel extends DepthLevel {
  readonly side: 'bid' | 'ask';
}

const COLUMNS: readonly Column<SidedLevel>[] = [
  {
    key: 'price',
    title: '$ per M',
    isHeading: true,
    cell: ({ side, price }) => (
      <span className={side}>
        {side === 'ask' ? 'Ask ' : 'Bid '}
        <Price perThousand={price} />
      </span>
    ),
  },
  {
    key: 'quantity',
    title: 'Tokens',
    align: 'end',
    cell: ({ quantity }) => <Quantity value={quantity} />,
  },
  { key: 'total', title: 'Total', align: 'end', cell: ({ total }) => <Quantity value={total} /> },
];

function EveryLevel({ book }: { readonly book: OrderBook }) {
  const rows = [
    ...depthOf(book.asks, EVERY_LEVEL)
      .toReversed()
      .map((level) => ({ ...level, side: 'ask' as const })),
    ...depthOf(book.bids, EVERY_LEVEL).map((level) => ({ ...level, side: 'bid' as const })),
  ];
  return (
    <Table
      caption="Every level of the order book"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ side, price }) => side + price}
      maxHeight="60vh"
    />
  );
}
