/** The order of names: without case and accents. A query says so too, or does not find its index. */
export const NAME_ORDER = { locale: 'en', strength: 1 } as const;
