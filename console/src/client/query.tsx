/** Queries of the console: repeated only where the exchange says that it helps. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from './api-error';

const MOST_RETRIES = 3;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
const FRESH_MS = 1_000;

export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A browser that believes to be offline still reaches an exchange on the same machine.
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: (failures, err) =>
          failures < MOST_RETRIES && err instanceof ApiError && err.mayRetry,
        retryDelay,
      },
      // A change is repeated by the person who asked for it.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function retryDelay(failures: number, err: unknown): number {
  const advised = err instanceof ApiError ? err.retryAfterMs : null;
  const spread = 0.5 + Math.random();
  return Math.min(LONGEST_RETRY_MS, advised ?? FIRST_RETRY_MS * 2 ** failures * spread);
}

export function Queries({ client, children }: { client: QueryClient; children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
