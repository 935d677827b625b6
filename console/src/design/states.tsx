/** What stands where there is nothing yet, nothing at all, or an error. */
import type { ReactNode } from 'react';
import { ApiError } from '../client/api-error';
import { Button } from './controls';

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function EmptyState({ title, children }: EmptyProps) {
  return (
    <div className="state">
      <h3>{title}</h3>
      {children !== undefined && <div>{children}</div>}
    </div>
  );
}

interface ErrorProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

export function ErrorState({ error, onRetry }: ErrorProps) {
  return (
    <div className="state" role="alert">
      <h3>{titleOf(error)}</h3>
      <p>
        <ErrorText error={error} />
      </p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** A refusal beside a form. */
export function ErrorNotice({ error }: { readonly error: unknown }) {
  return (
    <p className="notice" role="alert">
      <ErrorText error={error} />
    </p>
  );
}

function ErrorText({ error }: { readonly error: unknown }) {
  const message = error instanceof Error ? error.message : 'Something went wrong.';
  if (!(error instanceof ApiError) || error.documentationUrl === null) return message;
  return (
    <>
      {message}{' '}
      <a href={error.documentationUrl} target="_blank" rel="noreferrer">
        What <code>{error.code}</code> means
      </a>
    </>
  );
}

function titleOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'This part failed';
  if (error.status === 0) return 'No connection to the exchange';
  if (error.status === 401) return 'The key is not valid';
  if (error.status === 403) return 'Not allowed with this key';
  if (error.status === 404) return 'Not found';
  if (error.status === 429) return 'Too many requests';
  return error.status >= 500 ? 'The exchange cannot answer now' : 'The exchange refused this';
}

/** Grey lines in the place of rows. */
export function Skeleton({ rows = 5, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div className="skeleton-rows" role="status">
      <span className="only-read">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}
