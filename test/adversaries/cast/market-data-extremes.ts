import type { Adversary } from '../adversary';

export const marketDataExtremes: Adversary = {
  name: 'market-data-extremes',
  does: 'An anonymous client requests candles of centuries and estimates of every size, for existing and unknown models.',
  attacks: 'MongoDB and the caches: queries that are never cached',
  prepare: async (attacker) => {
    const market = `/market/v1/markets/${encodeURIComponent(attacker.market.model)}`;
    const paths = [
      () =>
        `${market}/candles?interval=1m&from=1000-01-01T00:00:00Z&to=9999-12-31T00:00:00Z&limit=2000`,
      () => `${market}/candles?interval=1d&limit=0&from=${new Date().toISOString()}`,
      () => `${market}/estimate?quantity=${Number.MAX_SAFE_INTEGER}`,
      () =>
        `${market}/estimate?quantity=${Math.floor(Math.random() * 1e9)}&limit_price=${Math.random().toFixed(8)}&horizon_hours=${Math.floor(Math.random() * 1e6)}`,
      () => `/market/v1/markets/unknown-${Math.random()}/estimate?quantity=5`,
      () => `/market/v1/orderbook?model_id=unknown-${Math.random()}`,
      () => '/market/v1/markets',
    ];
    return () =>
      attacker.repeat(14, 20, (caller) => attacker.send('GET', paths[caller % paths.length]!()));
  },
};
