/** What every page of the operator shares: the way in, loading, refusals, and lists in pages. */
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OperatorClient } from '../client/clients';
import { SIGNED_IN, useOperator } from '../client/credential';
import { Button } from '../design/controls';
import { Page } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { OPERATOR_TOKEN, SignedIn } from '../shell/sign-in';
import { Names } from './names';
import './operator.css';

interface OperatorPageProps {
  readonly title: string;
  readonly tabTitle?: string;
  readonly lead?: ReactNode;
  readonly children: (operator: OperatorClient) => ReactNode;
}

export function OperatorPage({ title, tabTitle = title, lead, children }: OperatorPageProps) {
  const operator = useOperator();
  return (
    <Page title={title} tabTitle={tabTitle} lead={lead}>
      <SignedIn names={OPERATOR_TOKEN}>{operator && children(operator)}</SignedIn>
    </Page>
  );
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Data that was read once stays on the page while a later reading fails, and says so. */
export function Loaded<Data>({ query, rows = 5, children }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = query;
  if (isPending) return <Skeleton rows={rows} />;
  const retry = () => void refetch();
  if (data === undefined) return <ErrorState error={error} onRetry={retry} />;
  return (
    <>
      {error && <ErrorState error={error} onRetry={retry} />}
      {children(data)}
    </>
  );
}

interface PagedAnswer {
  readonly next_cursor: string | null;
  readonly names?: Readonly<Record<string, string>>;
}

interface PagedProps<Row, Answer extends PagedAnswer> {
  /** Names the list and its filters. */
  readonly name: readonly unknown[];
  readonly load: (page: { limit: number; cursor?: string }) => Promise<Answer>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  readonly caption: string;
  /** Of all shown rows, where their amounts are aligned. */
  readonly columns: readonly Column<Row>[] | ((rows: readonly Row[]) => readonly Column<Row>[]);
  readonly keyOf: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  readonly empty: ReactNode;
  readonly refetchMs?: number;
}

const PAGE_SIZE = 50;

/** A list that grows page by page. A page of a search may be empty and still have a next one. */
export function PagedTable<Row, Answer extends PagedAnswer>(props: PagedProps<Row, Answer>) {
  const { name, load, rowsOf, caption, keyOf, onOpen, empty, refetchMs } = props;
  const list = useInfiniteQuery({
    queryKey: [SIGNED_IN, ...name],
    queryFn: ({ pageParam }) =>
      load({ limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    refetchInterval: refetchMs ?? false,
  });
  if (list.isPending) return <Skeleton rows={8} />;
  if (list.data === undefined) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  }
  const rows = list.data.pages.flatMap(rowsOf);
  const columns = typeof props.columns === 'function' ? props.columns(rows) : props.columns;
  const names = Object.assign({}, ...list.data.pages.map((page) => page.names)) as Record<
    string,
    string
  >;
  return (
    <Names value={names}>
      {rows.length === 0 ? (
        <EmptyState title={list.hasNextPage ? 'Nothing found yet' : 'Nothing found'}>
          {list.hasNextPage ? 'The search has not reached the oldest records.' : empty}
        </EmptyState>
      ) : (
        <Table {...{ caption, columns, rows, keyOf }} {...(onOpen ? { onOpen } : {})} />
      )}
      <footer className="list-foot">
        <span className="small faint" role="status">
          {rows.length} shown
        </span>
        {list.isFetchNextPageError && <span className="small">The next page failed.</span>}
        {list.hasNextPage && (
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? 'Loading' : rows.length === 0 ? 'Search on' : 'Show more'}
          </Button>
        )}
      </footer>
    </Names>
  );
}

/** Facts of one record, one per row. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
