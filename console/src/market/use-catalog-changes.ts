/** Keeps the list of the instruments up to date by what the exchange sends of it. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BookSocket } from '../client/book-socket';
import type { Catalog } from '../client/market';
import { readAfter } from '../client/read-after';
import { Repeated } from '../client/repeated';
import { type CatalogChanged, hasNew, withChanges } from './catalog-changes';

/** Messages that may be later than a list that is being read. */
const KEPT_MS = 120_000;
/** New names do not make a page read the list more often; rankings and trends follow as often. */
const READ_EVERY_MS = 30_000;

/** Another gateway, or the browser, may answer with a list of a moment ago. */
const TRIES = 5;
const TRY_AGAIN_MS = 1_500;

const CATALOG_KEY = ['catalog'];

let recent: readonly CatalogChanged[] = [];

/** A list that was read, with the messages that are later than it. */
export function withRecent(catalog: Catalog): Catalog {
  return recent.reduce(withChanges, catalog);
}

/** @returns whether changes are sent; otherwise the list must be read now and then */
export function useCatalogChanges(): boolean {
  const client = useQueryClient();
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    let opened: BookSocket | null = null;
    let isOver = false;
    const known = () => client.getQueryData<Catalog>(CATALOG_KEY);
    const readSince = async (since: string) => {
      for (let tries = 0; !isOver && tries < TRIES; tries += 1) {
        if ((known()?.as_of ?? '') >= since) return;
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
        await client.invalidateQueries({ queryKey: CATALOG_KEY }, { cancelRefetch: false });
      }
    };
    let newest = '';
    const again = new Repeated(READ_EVERY_MS, () => readSince(newest));
    const changed = new Set<string>();
    const rankings = readAfter(client, READ_EVERY_MS, () => {
      const trends = [...changed].map((id) => ['trend', id]);
      changed.clear();
      return [['active sellers'], ...trends];
    });
    const take = (message: CatalogChanged) => {
      newest = message.as_of;
      for (const { model_id: id } of message.instruments) changed.add(id);
      if (message.instruments.length > 0) rankings.request();
      const from = new Date(Date.parse(message.as_of) - KEPT_MS).toISOString();
      recent = [...recent.filter((one) => one.as_of > from), message];
      const list = known();
      if (message.missed || (list && hasNew(list, message))) again.request();
      client.setQueryData<Catalog>(CATALOG_KEY, (read) => read && withChanges(read, message));
    };
    const open = async () => {
      const { openBookSocket } = await import('../client/book-socket');
      if (isOver) return;
      opened = openBookSocket('/catalog');
      const { socket } = opened;
      let isFirst = true;
      socket.on('connect', () => (isFirst = true));
      socket.on('catalog_changed', (message: CatalogChanged) => {
        if (isFirst) void readSince(message.as_of);
        else take(message);
        isFirst = false;
        setTold(true);
      });
      socket.on('disconnect', () => setTold(false));
    };
    void open();
    return () => {
      isOver = true;
      opened?.close();
    };
  }, [client]);
  return isTold;
}
