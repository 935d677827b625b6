/** Where the search writes its words, and what it has found. */
export const SEARCHED = { query: '<!--query-->', results: '<!--results-->' } as const;

/** Where the page of nothing writes the path that was asked for. */
export const MISSING_PATH = '<!--path-->';
