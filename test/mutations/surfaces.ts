import { area } from './mutation';

const STATEMENT = 'records/statements/read-statement.ts';
const REGISTER = 'exchange/sellers/endpoint-register.ts';
const REGISTRATION = 'exchange/sellers/registration-service.ts';
const TICKET = 'exchange/tickets/bind-ticket.ts';
const COMPARED = 'exchange/books/compare-books.ts';
const SLEEP = 'exchange/sellers/sleep.ts';

/** What participants and operators are told and may do: statements, registrations, tickets, checks. */
export const SURFACES = area('surfaces', [
  {
    name: 'statement-without-its-opening-balance',
    file: STATEMENT,
    find: 'balanceScale8: openingScale8 };',
    replace: 'balanceScale8: 0n * openingScale8 };',
    harm: 'The running balance of a period begins at zero.',
    tests: ['statements/periods.test.ts'],
  },
  {
    name: 'line-of-a-page-border-twice',
    file: STATEMENT,
    find: '{ createdAt, _id: { $gt: journalId } }',
    replace: '{ createdAt, _id: { $gte: journalId } }',
    harm: 'The last line of a page is the first one of the next, too.',
    tests: ['statements/long.test.ts', 'statements/routes.test.ts'],
  },
  {
    name: 'debits-as-credits',
    file: STATEMENT,
    find: "(sum, { side, amountScale8 }) => sum + (side === 'credit' ? 1n : -1n) * amountScale8,",
    replace: "(sum, { side, amountScale8 }) => sum + (side === 'credit' ? 1n : 1n) * amountScale8,",
    harm: 'A charge is shown as a deposit.',
    tests: ['statements/buyer.test.ts', 'statements/routes.test.ts'],
  },
  {
    name: 'period-includes-its-end',
    file: STATEMENT,
    find: 'const range = { ...(closing && { $gte: closing.until }), ...(time && { $lt: time }) };',
    replace:
      'const range = { ...(closing && { $gte: closing.until }), ...(time && { $lte: time }) };',
    harm: 'The balances of two months that meet do not: a journal of the border counts in both.',
    tests: ['statements/periods.test.ts'],
  },
  {
    name: 'endpoint-taken-over-with-any-key',
    file: REGISTER,
    find: "if (!same && currentKeyHash !== known.apiKeyHash) return { kind: 'taken' };",
    replace: '',
    harm: 'Whoever registers an endpoint again has its seller, its asks and what is owed to it.',
    tests: ['registration/endpoint-register.test.ts'],
  },
  {
    name: 'rotation-overwrites-another',
    file: REGISTER,
    find: '{ _id: known._id, apiKeyHash: known.apiKeyHash },',
    replace: '{ _id: known._id },',
    harm: 'Of two rotations at once both are told that their key is the key.',
    tests: ['registration/endpoint-register.test.ts'],
  },
  {
    name: 'key-of-another-seller-accepted',
    file: REGISTER,
    find: "if (isDuplicateOf(err, 'apiKeyHash')) return { kind: 'key_in_use' };",
    replace: '',
    harm: 'A seller who sends the key of another one is answered with a failure of ours.',
    tests: ['registration/table.test.ts', 'registration/rotation.test.ts'],
  },
  {
    name: 'regions-forgotten-by-a-rotation',
    file: REGISTER,
    find: '...(registration.regions ? { regions: [...registration.regions] } : {}),',
    replace: 'regions: [...(registration.regions ?? [])],',
    harm: 'A seller who rotates its key can offer in no region any more.',
    tests: ['registration/table.test.ts', 'registration/rotation.test.ts'],
  },
  {
    name: 'sleeping-seller-not-woken',
    file: REGISTER,
    find: '      await wake(records, known._id);\n',
    replace: '',
    harm: 'A seller who registers again is never probed.',
    tests: ['registration/endpoint-register.test.ts'],
  },
  {
    name: 'stranger-reaches-the-workflow',
    file: REGISTRATION,
    find: 'if (await this.isTaken(registration)) return null;',
    replace: '',
    harm: 'Requests with wrong keys fill the workflow of an endpoint.',
    tests: ['registration/endpoint-register.test.ts'],
  },
  {
    name: 'weak-keys-outside-development',
    file: REGISTRATION,
    find: 'if (!this.deps.local && (isShortKey(apiKey) || isRepetition(apiKey))) throw unfitKey();',
    replace: 'if (!this.deps.local && isShortKey(apiKey)) throw unfitKey();',
    harm: 'A seller key of one letter, repeated, can be guessed.',
    tests: ['registration/endpoint-register.test.ts'],
  },
  {
    name: 'former-ticket-stays-valid',
    file: TICKET,
    find: '$set: { credentialHash, keyId, issuedAt: now },',
    replace: '$set: { keyId, issuedAt: now },',
    harm: 'A ticket that is issued again does not replace the one that leaked.',
    tests: ['lots/tickets.test.ts', 'security/credentials.test.ts'],
  },
  {
    name: 'contract-does-not-know-its-ticket',
    file: TICKET,
    find: '    { $set: { ticketId } },\n  );\n  await',
    replace: '    { $set: {} },\n  );\n  await',
    harm: 'A buyer does not find the ticket of a contract in its list.',
    tests: ['lots/bound-tickets.test.ts'],
  },
  {
    name: 'passing-difference-reported',
    file: COMPARED,
    find: 'return then?.shown === shown && then.recorded === recorded;',
    replace: 'return then !== undefined || shown !== recorded;',
    harm: 'A busy book is called wrong.',
    tests: ['records/compare-books.test.ts'],
  },
  {
    name: 'missing-ask-not-reported',
    file: COMPARED,
    find: 'for (const id of new Set([...asks.keys(), ...recorded.keys()])) {',
    replace: 'for (const id of new Set([...asks.keys()])) {',
    harm: 'An ask that its book has lost is missed by nobody but its seller.',
    tests: ['records/compare-books.test.ts'],
  },
  {
    name: 'seller-with-a-lot-falls-asleep',
    file: SLEEP,
    find: 'return !ask && !lot && isOld(fill?.createdAt);',
    replace: 'return !ask && isOld(fill?.createdAt) && lot !== undefined;',
    harm: 'Nobody probes a seller that still owes a contract.',
    tests: ['standing/health.test.ts', 'sagas/judged-sellers.test.ts'],
  },
  {
    name: 'busy-seller-falls-asleep',
    file: SLEEP,
    find: '{ _id, offers: offers ?? null } as never',
    replace: '{ _id } as never',
    harm: 'A seller who offers in the moment when it falls asleep is not probed.',
    tests: ['standing/health.test.ts', 'sagas/judged-sellers.test.ts'],
  },
]);
