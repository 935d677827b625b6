/** Reads again what follows from the trades and the book of an instrument, once for all changes of a while. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readAfter } from '../client/read-after';
import type { FeedState } from './book-feed';

/** Candles are made of a trade within a moment. */
const CANDLES_AFTER_MS = 5_000;
const SELLERS_AFTER_MS = 30_000;

export function useFollowed(modelId: string, { tape, book }: FeedState): void {
  const client = useQueryClient();
  const [candles, sellers] = useMemo(
    () => [
      readAfter(client, CANDLES_AFTER_MS, () => [['candles', modelId]]),
      readAfter(client, SELLERS_AFTER_MS, () => [
        ['sellers', modelId],
        ['trend', modelId],
      ]),
    ],
    [client, modelId],
  );
  // The page may have read them before they were made of the newest trade.
  useEffect(() => {
    if (tape !== null) candles.request();
  }, [tape, candles]);
  useEffect(() => {
    if (book !== null) sellers.request();
  }, [book, sellers]);
}
