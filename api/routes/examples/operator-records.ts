/** Examples of the searches on the operator's port. */
import { FIVE_PAST, IDS, LAST_PAGE, MODEL, NOON } from './values';

const HALTED_BECAUSE = 'Requested by the seller.';

const NO_CHATS = ['under_10s', 'under_1m', 'under_10m', 'older'] as const;

export const recordExamples = {
  overview: {
    answer: {
      as_of: FIVE_PAST,
      ready: true,
      checks: { mongodb: 'ok', redis: 'ok', temporal: 'ok' },
      warnings: [],
      orders: [
        {
          kind: 'chat',
          open_by_age: NO_CHATS.map((age) => ({ age, count: 0 })),
          oldest_open_at: null,
          recent: [{ status: 'filled', count: 4_210 }],
        },
      ],
      gateways: [{ gateway_id: 'gateway-7f3a', unrecorded_since: null }],
      books: 12,
      halts: [],
      judging: 'active',
      reconciliation: { as_of: NOON, violations: 0, unchecked: 0 },
      maintenance: {
        last_run_at: FIVE_PAST,
        workflows_missing: 0,
        workflows_failing: 0,
        lots_overdue: 0,
      },
      workflow_views: [
        {
          title: 'Defaults',
          query: 'Outcome IN ("defaulted", "seller_default")',
          url: 'http://127.0.0.1:8233/namespaces/default/workflows?query=Outcome%20IN%20(%22defaulted%22%2C%20%22seller_default%22)',
        },
      ],
    },
  },
  search: {
    answer: {
      found: [
        {
          kind: 'account',
          id: IDS.account,
          title: 'Ada',
          status: null,
          account_id: null,
          seller_id: null,
        },
      ],
      names: {},
    },
  },
  orders: {
    answer: {
      orders: [
        {
          order_id: IDS.order,
          kind: 'chat',
          status: 'open',
          account_id: IDS.account,
          model_id: MODEL,
          region: null,
          limit_price: '0.0006',
          quantity: 512,
          reason: null,
          request_id: 'req-7f3a',
          workflow_id: 'orders-7f3a-1',
          workflow_url: 'http://127.0.0.1:8233/namespaces/default/workflows/orders-7f3a-1',
          created_at: NOON,
          updated_at: NOON,
        },
      ],
      names: { [IDS.account]: 'Ada' },
      ...LAST_PAGE,
    },
  },
  journals: {
    answer: {
      journals: [
        {
          journal_id: `deposit:${IDS.account}:wire 1`,
          kind: 'deposit',
          reason: null,
          lines: [
            { account: 'platform:cash', phase: 'posted', side: 'debit', amount: '25' },
            { account: `buyer:${IDS.account}`, phase: 'posted', side: 'credit', amount: '25' },
          ],
          created_at: NOON,
          account_id: IDS.account,
          seller_id: null,
          order_id: null,
          fill_id: null,
          reference: 'wire 1',
        },
      ],
      names: { [IDS.account]: 'Ada' },
      ...LAST_PAGE,
    },
  },
  refusals: {
    answer: {
      since: NOON,
      by: 'hour',
      refusals: [{ at: NOON, surface: 'buyer', code: 'no_match', count: 12 }],
    },
  },
  money: {
    answer: {
      days: [
        {
          day: '2026-01-31',
          volume: '12.5',
          charged: '10',
          sold_ahead: '2.5',
          fees: '0.01',
          earned: '9.99',
          refunds: '0',
          held: '14',
          deposits: '25',
          payouts: '0',
          corrections: '0',
        },
      ],
      ...LAST_PAGE,
    },
  },
  runs: {
    answer: {
      runs: [
        {
          run_id: IDS.trade,
          as_of: NOON,
          trigger: 'schedule',
          extent: 'recent',
          duration_ms: 480,
          journals: null,
          violations: 0,
          unchecked: 0,
          invariants: [{ id: 'I1', status: 'ok', violations: 0, duration_ms: 12 }],
        },
      ],
      ...LAST_PAGE,
    },
  },
  audit: {
    answer: {
      actions: [
        {
          action_id: IDS.trade,
          action: 'updateBook',
          method: 'PATCH',
          path: `/admin/v1/books/${MODEL}`,
          target: MODEL,
          reason: HALTED_BECAUSE,
          details: { halted: 'true' },
          actor: 'token 3f9a1c2e',
          address: '127.0.0.1',
          request_id: 'req-7f3a',
          outcome: 'done',
          status: 200,
          code: null,
          at: NOON,
          ended_at: NOON,
        },
      ],
      names: {},
      ...LAST_PAGE,
    },
  },
} as const;
