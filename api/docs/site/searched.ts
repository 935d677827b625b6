/** Where the search writes its words, and what it has found. */
export const SEARCHED = { query: '<!--query-->', results: '<!--results-->' } as const;
