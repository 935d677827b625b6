/** The last trades, and those that follow as they happen; newest first. */
import { memo } from 'react';
import { EmptyState, Skeleton } from '../design/states';
import { Price, Quantity, Time } from '../design/values';
import type { TapeEntry, Trade } from './tape-entries';

const SHOWN = 40;

interface TapeProps {
  readonly tape: readonly TapeEntry[] | null;
}

export const Tape = memo(function Tape({ tape }: TapeProps) {
  if (tape === null) return <Skeleton rows={6} label="Loading the trades" />;
  if (tape.length === 0) {
    return <EmptyState title="No trade yet">The first one appears here at once.</EmptyState>;
  }
  return (
    <div className="tape" tabIndex={0} role="region" aria-label="Trades">
      <table className="ladder">
        <caption className="only-read">Trades, newest first</caption>
        <thead>
          <tr>
            <th scope="col">$ per M</th>
            <th scope="col">Tokens</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {tape.slice(0, SHOWN).map((entry) =>
            'id' in entry ? (
              <TradeRow key={entry.id} trade={entry} />
            ) : (
              <tr key={entry.fromMs} className="tape-gap">
                <td colSpan={3}>
                  {Math.max(1, Math.round((entry.toMs - entry.fromMs) / 1_000))} s without a
                  connection: trades may be missing
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
});

const TradeRow = memo(function TradeRow({ trade }: { readonly trade: Trade }) {
  const { price, quantity, taker_side: side, region, timestamp } = trade;
  return (
    <tr className="tape-trade">
      <th scope="row" className={side}>
        <span aria-hidden="true">{side === 'bid' ? '▲ ' : '▼ '}</span>
        <span className="only-read">{side === 'bid' ? 'Bought at ' : 'Sold at '}</span>
        <Price perThousand={price} />
      </th>
      <td>
        <Quantity value={quantity} short />
      </td>
      <td title={region}>
        <Time value={timestamp} show="time" />
      </td>
    </tr>
  );
});
