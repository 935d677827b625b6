/** An answer that repeats recorded state must not be rolled back, hence the read concern. */
export const DURABLE = { readConcern: { level: 'majority' } } as const;
