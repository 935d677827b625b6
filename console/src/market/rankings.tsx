/** The first of several orders: what is traded most, what is cheapest against list, who answers best. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SellerName } from '../design/seller-name';
import { compareDecimals } from '../client/decimal';
import { Panel } from '../design/layout';
import { Quantity } from '../design/values';
import { bySpeed, byScore } from './best-sellers';
import { Change } from './change';
import { growthOf } from './growth';
import { useActiveSellers, useTrends } from './queries';
import { type MarketRow, mostTraded, pathOf } from './quotes';

const SHOWN = 5;

export function Rankings({ rows }: { readonly rows: readonly MarketRow[] }) {
  const traded = mostTraded(rows);
  const trends = useTrends(traded);
  const sellers = useActiveSellers();
  const growing = traded
    .map((modelId, index) => ({ modelId, growth: growthOf(trends[index]) }))
    .flatMap(({ modelId, growth }) => (growth === null ? [] : [{ modelId, growth }]))
    .toSorted((one, other) => compareDecimals(other.growth, one.growth));
  const saving = rows
    .flatMap(({ modelId, againstList }) => (againstList === null ? [] : [{ modelId, againstList }]))
    .toSorted((one, other) => compareDecimals(one.againstList, other.againstList));
  const byVolume = rows
    .filter(({ volumeTokens }) => volumeTokens > 0)
    .toSorted((one, other) => other.volumeTokens - one.volumeTokens);
  return (
    <div className="rankings">
      <Ranking title="Most tokens, 24 h">
        {byVolume.map(({ modelId, volumeTokens }) => (
          <Place key={modelId} name={<Model id={modelId} />}>
            <Quantity value={volumeTokens} short />
          </Place>
        ))}
      </Ranking>
      <Ranking title="Cheapest against list">
        {saving.map(({ modelId, againstList }) => (
          <Place key={modelId} name={<Model id={modelId} />}>
            <Change percent={againstList} />
          </Place>
        ))}
      </Ranking>
      <Ranking title="Growing, day on day">
        {growing.map(({ modelId, growth }) => (
          <Place key={modelId} name={<Model id={modelId} />}>
            <span className="number">{`${growth.startsWith('-') ? '' : '+'}${growth}\u202f%`}</span>
          </Place>
        ))}
      </Ranking>
      <Ranking title="Sellers by score">
        {byScore(sellers).map(({ seller_id: id, venue_class: venue, score }) => (
          <Place key={id} name={<SellerName id={id} venue={venue} />}>
            <span className="number">{score}</span>
          </Place>
        ))}
      </Ranking>
      <Ranking title="Sellers by speed, tokens/s">
        {bySpeed(sellers).map(({ seller_id: id, venue_class: venue, day }) => (
          <Place key={id} name={<SellerName id={id} venue={venue} />}>
            <span className="number">{Math.round(day.tokens_per_second!.p50)}</span>
          </Place>
        ))}
      </Ranking>
    </div>
  );
}

function Ranking({ title, children }: { readonly title: string; readonly children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Panel title={title}>
      <ol className="ranking">{children.slice(0, SHOWN)}</ol>
    </Panel>
  );
}

function Place({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <li>
      <span>{name}</span>
      {children}
    </li>
  );
}

function Model({ id }: { readonly id: string }) {
  return <Link href={pathOf(id)}>{id}</Link>;
}
