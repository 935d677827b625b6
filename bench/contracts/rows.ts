/** The names of what is measured, and under how many callers. */
export const MOST_CALLERS = 64;
/** Of orders and tickets; a program that buys ahead asks less often than one that chats. */
export const BUYING_CALLERS = 16;

export const ROWS = {
  emptyWorkflow: 'empty workflow',
  plain: 'plain chat',
  draw: 'draw, a lot for each caller',
  oneLot: 'draw, one lot for all callers',
  resting: 'order, placed to rest',
  filled: 'order, placed to its whole fill',
  ticket: 'ticket, bought',
} as const;
