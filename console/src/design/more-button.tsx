/** Below a list that has more pages. */
import { Button } from './controls';
import { ErrorNotice } from './states';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: unknown;
  fetchNextPage(): Promise<unknown>;
}

export function MoreButton({ pages }: { readonly pages: Pages }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = pages;
  if (!hasNextPage) return null;
  return (
    <div className="more">
      {isFetchNextPageError && <ErrorNotice error={error} />}
      <Button disabled={isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {isFetchingNextPage ? 'Loading' : 'Show more'}
      </Button>
    </div>
  );
}
