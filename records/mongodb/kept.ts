/** What is kept for a time, until MongoDB deletes it by its clock: the clock of no process decides. */
export const IS_KEPT = { $expr: { $gt: ['$expiresAt', '$$NOW'] } } as const;
