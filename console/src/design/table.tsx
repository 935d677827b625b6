/**
 * Tables: semantic, numbers to the right, the head always visible. Of very many rows only those in
 * view exist. Arrow keys move between rows; Enter opens one.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Direction, useOrder } from './table-order';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

export interface Column<Row> {
  readonly key: string;
  readonly title: ReactNode;
  /** `end` for numbers. */
  readonly align?: 'start' | 'end';
  /** Left out on a phone. */
  readonly isMinor?: boolean;
  /**
   * Where it stands on a phone, when the rows of the table have two lines there: nothing scrolls sideways,
   * and columns without a place are left out. The first one of each line takes what the others leave.
   */
  readonly phone?: PhonePlace;
  /** Names the row: one column of each table. */
  readonly isHeading?: boolean;
  /** Makes the heading a button that orders the rows. */
  readonly order?: (one: Row, other: Row) => number;
  readonly cell: (row: Row) => ReactNode;
}

interface PhonePlace {
  readonly line: 1 | 2;
  /** After the value: the headings of the columns are not on the screen. */
  readonly unit?: string;
}

interface TableProps<Row> {
  /** Says what the rows are, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  /** From this height on the table scrolls; without it, it is as long as its rows. */
  readonly maxHeight?: string;
}

/** From this number of rows on, only those in view exist. */
const MANY = 100;
const ROW_PX = 33;
const MARKS: Readonly<Record<Direction, string>> = { ascending: '▲', descending: '▼' };

/** On paper every row is in view. */
const PRINTING = matchMedia('print');

function onPrinting(onChange: () => void): () => void {
  PRINTING.addEventListener('change', onChange);
  return () => PRINTING.removeEventListener('change', onChange);
}

export function Table<Row>(given: TableProps<Row>) {
  const { rows: sorted, ordering, orderBy } = useOrder(given);
  const props = { ...given, rows: sorted };
  const { caption, columns, rows, maxHeight = rows.length > MANY ? '70vh' : undefined } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isScrollable = useIsScrollable(frame);
  const isPrinted = useSyncExternalStore(onPrinting, () => PRINTING.matches);
  const isVirtual = rows.length > MANY && !isPrinted;
  const hasTwoLines = columns.some(({ phone }) => phone);
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const shown = isVirtual
    ? virtualizer.getVirtualItems().map(({ index }) => index)
    : rows.map((_, index) => index);
  const items = virtualizer.getVirtualItems();
  // Rows of one line have the same height everywhere.
  const measure = isVirtual && hasTwoLines ? virtualizer.measureElement : undefined;
  const before = isVirtual ? (items[0]?.start ?? 0) : 0;
  const after = isVirtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <div
      ref={frame}
      className="table-frame"
      style={{ maxHeight }}
      {...(isScrollable ? { tabIndex: 0, role: 'region', 'aria-label': caption } : {})}
    >
      <table
        className="table"
        aria-rowcount={rows.length + 1}
        data-two-lines={hasTwoLines || undefined}
      >
        <caption className="only-read">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Heading
                key={column.key}
                column={column}
                ordered={ordering?.key === column.key ? ordering.direction : null}
                onOrder={() => orderBy(column.key)}
              />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          <Space columns={columns.length} height={before} />
          {shown.map((index) => (
            <TableRow
              key={props.keyOf(rows[index]!)}
              index={index}
              row={rows[index]!}
              measure={measure}
              {...props}
            />
          ))}
          <Space columns={columns.length} height={after} />
        </tbody>
      </table>
    </div>
  );
}

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly ordered: Direction | null;
  readonly onOrder: () => void;
}

function Heading<Row>({ column, ordered, onOrder }: HeadingProps<Row>) {
  const { title, align, isMinor, order } = column;
  return (
    <th
      scope="col"
      data-align={align}
      data-minor={isMinor}
      {...(ordered === null ? {} : { 'aria-sort': ordered })}
    >
      {order ? (
        <button type="button" className="table-order" onClick={onOrder}>
          {title}
          <span aria-hidden="true">{ordered === null ? '' : MARKS[ordered]}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

/** Whether part of it is out of view: then a keyboard has to reach it. */
function useIsScrollable(element: RefObject<HTMLElement | null>): boolean {
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const frame = element.current;
    if (!frame) return;
    const look = () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = frame;
      setScrollable(scrollWidth > clientWidth || scrollHeight > clientHeight);
    };
    const observer = new ResizeObserver(look);
    for (const observed of [frame, ...frame.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return isScrollable;
}

interface RowProps<Row> extends TableProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

function TableRow<Row>({ row, index, columns, onOpen, measure }: RowProps<Row>) {
  const open = onOpen && {
    tabIndex: 0,
    onDoubleClick: () => onOpen(row),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row);
    },
  };
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} {...open}>
      {columns.map(({ key, align, isMinor, isHeading, phone, cell }) => {
        const place = {
          'data-align': align,
          'data-minor': isMinor,
          'data-line': phone?.line,
          'data-unit': phone?.unit,
        };
        return isHeading ? (
          <th key={key} scope="row" {...place}>
            {cell(row)}
          </th>
        ) : (
          <td key={key} {...place}>
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

/** Stands for the rows that are out of view. */
function Space({ columns, height }: { readonly columns: number; readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="table-space" aria-hidden="true">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** Up and down move the focus to the same control of the next row, or to the row itself. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const direction = step[event.key as keyof typeof step];
  if (direction === undefined || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest('tr');
  const next = row?.[direction];
  if (!row || !(next instanceof HTMLElement)) return;
  const at = focusableOf(row).indexOf(event.target);
  const target = event.target === row ? next : focusableOf(next)[at];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function focusableOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button, input, select')];
}
