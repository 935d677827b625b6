/** Names and callers of the rows. */
export const MOST_CALLERS = 64;
/** Callers of orders and tickets: advance purchases are less frequent than chats. */
export const BUYING_CALLERS = 16;

export const ROWS = {
  emptyWorkflow: 'empty workflow',
  plain: 'plain chat',
  draw: 'draw, a lot for each caller',
  oneLot: 'draw, one lot for all callers',
  resting: 'order, resting',
  filled: 'order, filled',
  ticket: 'ticket',
} as const;
