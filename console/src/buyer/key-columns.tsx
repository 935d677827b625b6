/** The table of keys: how much of its cap each has used, and what can be done with it. */
import { compareDecimals, subtractDecimals } from '../client/decimal';
import { Button } from '../design/controls';
import { Badge } from '../design/layout';
import type { Column } from '../design/table';
import { Amount, Missing, Price, Time } from '../design/values';
import type { BuyerKey } from './bodies';

/** Before something is done with a key. */
export interface Asked {
  readonly what: 'rotate' | 'revoke';
  readonly key: BuyerKey;
}

const RESETS = { daily: 'a day', weekly: 'a week', monthly: 'a month' } as const;

export function nameOf({ label, key_id: id }: Pick<BuyerKey, 'label' | 'key_id'>): string {
  return label ?? `…${id.slice(-6)}`;
}

export function columnsOf(ask: (asked: Asked) => void): readonly Column<BuyerKey>[] {
  return [
    { key: 'name', title: 'Key', isHeading: true, cell: (key) => <Name of={key} /> },
    { key: 'used', title: 'Used', cell: (key) => <Used of={key} /> },
    {
      key: 'price',
      title: 'Highest $/M',
      align: 'end',
      isMinor: true,
      cell: ({ max_price: price }) => <Price perThousand={price} />,
    },
    {
      key: 'models',
      title: 'Instruments',
      isMinor: true,
      cell: ({ kind, models }) => (kind === 'manage' ? <Missing /> : (models?.join(', ') ?? 'any')),
    },
    { key: 'ends', title: 'Ends', isMinor: true, cell: (key) => <Ends of={key} /> },
    {
      key: 'actions',
      title: <span className="only-read">Actions</span>,
      align: 'end',
      cell: (key) => key.revoked_at === null && <Actions of={key} ask={ask} />,
    },
  ];
}

interface OfKey {
  readonly of: BuyerKey;
}

function Name({ of: key }: OfKey) {
  return (
    <span className="key-name" title={key.key_id}>
      {nameOf(key)} {key.kind === 'manage' && <Badge>manages keys</Badge>}
      {key.revoked_at !== null && <Badge tone="bad">revoked</Badge>}
    </span>
  );
}

function Used({ of: key }: OfKey) {
  const { kind, limit, limit_remaining: left, limit_reset: reset, usage } = key;
  if (kind === 'manage') return <Missing />;
  if (limit === null || left === null) return <Amount value={usage} />;
  const used = subtractDecimals(limit, left);
  const isFull = compareDecimals(left, '0') === 0;
  return (
    <span className="key-used">
      <span>
        <Amount value={used} /> of <Amount value={limit} />
        {reset !== null && ` ${RESETS[reset]}`} {isFull && <Badge tone="warn">used up</Badge>}
      </span>
      <progress
        className="meter"
        max={isFull ? 1 : limit}
        value={isFull ? 1 : used}
        aria-label={`Used part of the cap of ${nameOf(key)}`}
      />
    </span>
  );
}

function Ends({ of: key }: OfKey) {
  const { expires_at: ends, previous_expires_at: previous } = key;
  if (previous === null) return ends === null ? 'never' : <Time value={ends} show="ago" />;
  return (
    <>
      {ends === null ? 'never' : <Time value={ends} show="ago" />}; before its rotation{' '}
      <Time value={previous} show="ago" />
    </>
  );
}

function Actions({ of: key, ask }: OfKey & { readonly ask: (asked: Asked) => void }) {
  const name = nameOf(key);
  return (
    <span className="key-actions">
      <Button
        kind="quiet"
        aria-label={`Rotate ${name}`}
        onClick={() => ask({ what: 'rotate', key })}
      >
        Rotate
      </Button>
      <Button
        kind="quiet"
        aria-label={`Revoke ${name}`}
        onClick={() => ask({ what: 'revoke', key })}
      >
        Revoke
      </Button>
    </span>
  );
}
