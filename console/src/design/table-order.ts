/** The order in which a reader wants the rows of a table: by a column, up or down, or as they come. */
import { useMemo, useState } from 'react';

export type Direction = 'ascending' | 'descending';

interface Ordering {
  readonly key: string;
  readonly direction: Direction;
}

interface Ordered<Row> {
  readonly columns: readonly {
    readonly key: string;
    readonly order?: (one: Row, other: Row) => number;
  }[];
  readonly rows: readonly Row[];
}

export function useOrder<Row>({ columns, rows }: Ordered<Row>) {
  const [ordering, setOrdering] = useState<Ordering | null>(null);
  const order = columns.find(({ key }) => key === ordering?.key)?.order;
  const direction = ordering?.direction;
  const ordered = useMemo(() => {
    if (!order) return rows;
    const sorted = rows.toSorted(order);
    return direction === 'descending' ? sorted.toReversed() : sorted;
  }, [rows, order, direction]);
  const orderBy = (key: string) =>
    setOrdering((before) => {
      if (before?.key !== key) return { key, direction: 'ascending' };
      return before.direction === 'ascending' ? { key, direction: 'descending' } : null;
    });
  return { rows: ordered, ordering, orderBy };
}
