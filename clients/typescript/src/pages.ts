interface Page {
  readonly next_cursor: string | null;
}

/** The items of all pages, from the one that the cursor names. A page is asked for when it is needed. */
export async function* eachItem<List extends Page, Item>(
  ask: (cursor: string | undefined) => Promise<List>,
  itemsOf: (page: List) => readonly Item[],
  first?: string,
): AsyncGenerator<Item> {
  let cursor: string | null | undefined = first;
  do {
    const page: List = await ask(cursor);
    yield* itemsOf(page);
    cursor = page.next_cursor;
  } while (cursor !== null);
}
