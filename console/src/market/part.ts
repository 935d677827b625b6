import type { Part } from '../shell/part';

/** Prices and books, for everybody. */
export const marketPart: Part = {
  links: [{ label: 'Market', to: '/' }],
  pages: [
    { path: '/', load: async () => (await import('./overview-page')).OverviewPage },
    {
      path: '/market/:model/:tenor?/:region?',
      load: async () => (await import('./instrument-page')).InstrumentPage,
    },
  ],
};
