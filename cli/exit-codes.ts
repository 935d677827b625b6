/** The exit codes of the `tokenbook` command: the command and its page read this table. */
export const EXIT_CODES = {
  ok: { code: 0, meaning: 'success' },
  failed: {
    code: 1,
    meaning:
      'a check does not hold (`reconcile`, `verify`, `doctor`, `seller check`), or the command itself failed',
  },
  usage: {
    code: 2,
    meaning:
      'the command, an option, a profile or a value is not valid; the gateway answered 400, 413 or 422',
  },
  refused: {
    code: 3,
    meaning: 'the gateway refused: 402, 403, 409, 410 or another status below 500',
  },
  notFound: { code: 4, meaning: 'there is no such record: 404' },
  unreachable: { code: 5, meaning: 'no gateway answers, or its answer was cut off' },
  credential: {
    code: 6,
    meaning: 'there is no key or token, or the gateway does not know it: 401',
  },
  later: {
    code: 7,
    meaning: 'the same command may succeed later: 408, 429 or a status from 500 on',
  },
  interrupted: { code: 130, meaning: 'ended by Ctrl-C' },
} as const;

export type Exit = keyof typeof EXIT_CODES;

/** The exit of a refusal, by the status of the answer. */
export function exitOf(status: number): Exit {
  if (status === 401) return 'credential';
  if (status === 404) return 'notFound';
  if (status === 400 || status === 413 || status === 422) return 'usage';
  if (status === 408 || status === 429 || status >= 500) return 'later';
  return 'refused';
}
