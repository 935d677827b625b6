/** Examples of the operator's port. */
import { key, keyExamples } from './keys';
import { accountSummary, order } from './market';
import { registered } from './sellers';
import { IDS, LAST_PAGE, MODEL, NOON } from './values';

const account = {
  account_id: IDS.account,
  name: 'Ada',
  owner: null,
  price_ceiling: '0.0006',
  created_at: NOON,
  updated_at: NOON,
} as const;

export const statement = {
  currency: 'USD',
  from: null,
  to: null,
  as_of: NOON,
  opening_balance: '0',
  closing_balance: '25',
  lines: [
    {
      journal_id: `deposit:${IDS.account}:wire 1`,
      kind: 'deposit',
      amount: '25',
      balance: '25',
      reference: 'wire 1',
      order_id: null,
      fill_id: null,
      contract_id: null,
      lot_id: null,
      reason: null,
      created_at: NOON,
    },
  ],
  ...LAST_PAGE,
} as const;

const transfer = { amount: '25.00', reference: 'wire 1' } as const;

export const accountExamples = {
  list: { answer: { accounts: [account], ...LAST_PAGE } },
  create: { body: { name: 'Ada', price_ceiling: '0.0006' }, answer: account },
  show: {
    answer: {
      ...accountSummary,
      ...account,
      keys: [key],
    },
  },
  update: { body: { owner: 'house' }, answer: { ...account, owner: 'house' } },
  deposit: { body: transfer, answer: accountSummary },
  correct: {
    body: { debit: '0.50', reference: 'case 12', reason: 'Charged twice.' },
    answer: accountSummary,
  },
  statement: { answer: { account_id: IDS.account, ...statement } },
  key: keyExamples.create,
  rotateKey: keyExamples.rotate,
} as const;

const seller = {
  ...registered,
  endpoint_verified: true,
  standing: 'Active',
  suspended_until: null,
  owner: null,
  updated_at: NOON,
} as const;

const sellerDetails = {
  ...seller,
  quotas: { asks: null, capacity: { limit: 600, window_seconds: 60 } },
  payable: '12.5',
  obligations: {
    tokens: 399_942,
    lots: 1,
    reserved_tokens: 0,
    contracts: 1,
    buyers: 1,
    escrow: '0.199971',
  },
  capacity_reports: [],
  open_lots: [],
  health: {
    status: 'answering',
    http_status: 200,
    latency_ms: 120,
    detail: null,
    checked_at: NOON,
  },
  standing_history: [],
  changes: [{ kind: 'registered', reason: 'registration', actor: 'seller', at: NOON }],
} as const;

export const operatorSellerExamples = {
  list: { answer: { sellers: [seller], ...LAST_PAGE } },
  show: { answer: sellerDetails },
  update: {
    body: { standing: 'Active', reason: 'The endpoint answers again.' },
    answer: sellerDetails,
  },
  payOut: { body: { ...transfer, amount: '12.50' }, answer: { ...sellerDetails, payable: '0' } },
  voidLot: {
    body: { reason: 'Sold by mistake.' },
    answer: {
      lot_id: IDS.lot,
      contract_id: IDS.contract,
      seller_id: IDS.seller,
      region: 'us-east',
      price: '0.0005',
      status: 'voided',
      quantity: 400_000,
      remaining: 0,
      reserved: 0,
      drawn: 58,
      paid_undrawn: 0,
      refunded: 399_942,
      cost: '0.2',
      escrow: '0',
      earned: '0.000029',
      fee: '0',
      refund: '0.199971',
      delivery_start: NOON,
      expires_at: NOON,
      closed_at: NOON,
      workflow_url: 'http://127.0.0.1:8233/namespaces/default/workflows/lot',
    },
  },
  statement: { answer: { seller_id: IDS.seller, ...statement } },
  refunds: {
    answer: {
      refunds: [
        {
          lot_id: IDS.lot,
          contract_id: IDS.contract,
          order_id: IDS.order,
          account_id: IDS.account,
          model_id: MODEL,
          status: 'defaulted',
          quantity: 400_000,
          refunded_tokens: 399_942,
          amount: '0.199971',
          reason: 'The seller failed a request in all its attempts.',
          closed_at: NOON,
        },
      ],
      names: { [IDS.account]: 'Ada' },
      ...LAST_PAGE,
    },
  },
  judging: { answer: { status: 'active', pause: null, pauses: [] } },
} as const;

const book = {
  model_id: MODEL,
  tenor: 'spot',
  status: 'open',
  reason: null,
  halted_at: null,
  halted_by: null,
  epoch: 3,
} as const;

const haltedBook = {
  ...book,
  status: 'halted',
  reason: 'Requested by the seller.',
  halted_at: NOON,
  halted_by: 'token 3f9a1c2e',
} as const;

const reconciliation = {
  as_of: NOON,
  extent: 'recent',
  duration_ms: 480,
  journals: null,
  violations: 0,
  unchecked: 0,
  invariants: [
    {
      id: 'I1',
      name: 'Debits and credits of every journal are equal.',
      status: 'ok',
      violations: 0,
      samples: [],
      samples_of: 'journal',
      error: null,
      last_run_at: NOON,
      duration_ms: 12,
    },
  ],
} as const;

export const operatorExamples = {
  books: { answer: { books: [book] } },
  halt: { body: { halted: true, reason: haltedBook.reason }, answer: haltedBook },
  rebuild: { body: { reason: 'An order seems to be missing.' }, answer: { ...book, epoch: 4 } },
  haltBooks: {
    body: { halted: true, reason: haltedBook.reason },
    answer: { books: [haltedBook] },
  },
  haltAll: {
    body: { halted: true, reason: haltedBook.reason },
    answer: { books: [haltedBook, { ...haltedBook, tenor: '1d' }] },
  },
  order: {
    answer: {
      kind: 'capacity',
      ...order,
      account_id: IDS.account,
      request_id: 'req-7f3a',
      workflow_id: `contract-${IDS.order}`,
      workflow_url: 'http://127.0.0.1:8233/namespaces/default/workflows/contract',
      waiting_for:
        'sellers of 100000 of its 100000 tokens, at 0.6 USD per million or less, until it is cancelled',
      lot_id: null,
      fills_total: 0,
      lots_total: 0,
      draws_total: 0,
      journals_total: 0,
      fills: [],
      lots: [],
      draws: [],
      journals: [],
      history: [{ at: NOON, event: 'received', detail: null, subject_id: null }],
      names: { [IDS.account]: 'Ada' },
    },
  },
  reconciliation: { answer: reconciliation },
  reconciliationStatus: {
    answer: {
      ...reconciliation,
      full: { as_of: NOON, duration_ms: 61_000, journals: 51_200, violations: 0, unchecked: 0 },
    },
  },
  decode: {
    body: { payloads: [{ metadata: { encoding: 'anNvbi9wbGFpbg==' }, data: 'e30=' }] },
    answer: { payloads: [{ metadata: { encoding: 'anNvbi9wbGFpbg==' }, data: 'e30=' }] },
  },
} as const;

export const healthExamples = {
  live: { answer: { status: 'ok' } },
  ready: {
    answer: {
      status: 'ready',
      checks: { mongodb: 'ok', redis: 'ok', temporal: 'ok' },
      warnings: [],
    },
  },
} as const;
