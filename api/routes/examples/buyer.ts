/** Examples of chats, models and tickets. */
import { IDS, LAST_PAGE, MODEL, NOON, ONE } from './values';

const fill = {
  fill_price: '0.48',
  list_price: '0.6',
  vs_list: -0.2,
  venue_class: 'prime',
  fill_id: IDS.fill,
  tokens: 58,
  cost: '0.00002784',
  region: 'eu-west',
  unit: 'per_1m_tokens',
};
const usage = { prompt_tokens: 14, completion_tokens: 44, total_tokens: 58 };
const completion = { id: 'chatcmpl-7f3a', created: 1_769_860_800, model: MODEL };

export const chatExample = {
  body: {
    model: MODEL,
    messages: [{ role: 'user', content: 'Name three rivers of Europe.' }],
    max_price: '0.0006',
    max_tokens: 64,
  },
  answer: {
    ...completion,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'The Danube, the Rhine and the Loire.' },
        finish_reason: 'stop',
      },
    ],
    usage,
    fill,
  },
  streamed: { ...completion, object: 'chat.completion.chunk', choices: [], usage, fill },
} as const;

const model = {
  id: MODEL,
  object: 'model',
  created: 1_769_860_800,
  owned_by: 'llama',
  context_window: 131_072,
  price: '0.0006',
  pricing: { prompt: '0.0000006', completion: '0.0000006' },
  input_modalities: ['text'],
  output_modalities: ['text'],
  features: ['tools', 'json_schema'],
} as const;

export const modelsExample = { answer: { object: 'list', data: [model] } } as const;
export const modelExample = { answer: model } as const;

const ticket = {
  ticket_id: IDS.ticket,
  contract_id: IDS.contract,
  order_id: IDS.order,
  model: MODEL,
  region: null,
  seller_class: 'prime',
  quantity_tokens: 100_000,
  remaining_tokens: 100_000,
  reserved_tokens: 0,
  price: '0.0005',
  status: 'active',
  delivery_start: NOON,
  expires_at: ONE,
  created_at: NOON,
} as const;

export const ticketExamples = {
  create: {
    body: { model: MODEL, quantity_tokens: 100_000, max_price: '0.0006' },
    answer: { ...ticket, credential: 'tkt_4b1d9c0e' },
  },
  list: { answer: { tickets: [ticket], ...LAST_PAGE } },
  show: { answer: { ...ticket, remaining_tokens: 99_942 } },
} as const;

export const testAccountExample = {
  body: { name: 'Ada' },
  answer: {
    account_id: IDS.account,
    name: 'Ada',
    key_id: IDS.key,
    buyer_key: 'sk-tb_test_9f2c61aa',
  },
} as const;
