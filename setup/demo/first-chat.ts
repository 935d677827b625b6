import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../../config/settings';
import type { DemoBuyer } from '../local/credentials';
import { callJson } from './http';

interface ChatAnswer {
  readonly choices: readonly { readonly message: { readonly content: string } }[];
  readonly usage: { readonly total_tokens: number };
  readonly fill: {
    readonly fill_id: string;
    readonly fill_price: string;
    readonly list_price: string;
    readonly tokens: number;
    readonly cost: string;
    readonly region: string;
  };
}

export interface FirstChat {
  readonly question: string;
  readonly model: string;
  readonly answer: ChatAnswer;
  /** Null when Temporal has not started its workflow within ten seconds. */
  readonly historyUrl: string | null;
}

const MODEL = 'qwen3-32b';
const QUESTION = 'What does a token cost today?';

/**
 * Without a price of its own a request is limited by the mid price, and a low bid left by an
 * earlier run could bring that below every ask.
 */
const MAX_PRICE = '1';

const HISTORY_WITHIN_MS = 10_000;
const ASK_AGAIN_MS = 100;

/** One real chat completion through everything, and where its history stands. */
export async function firstChat(settings: Settings, buyer: DemoBuyer): Promise<FirstChat> {
  const answer = await callJson<ChatAnswer>(
    `http://127.0.0.1:${settings.PORT}/v1/chat/completions`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${buyer.buyerKey}` },
      body: {
        model: MODEL,
        messages: [{ role: 'user', content: QUESTION }],
        max_tokens: 200,
        max_price: MAX_PRICE,
      },
    },
  );
  const historyUrl = await historyOf(settings, answer.fill.fill_id);
  return { question: QUESTION, model: MODEL, answer, historyUrl };
}

/** The workflow of a chat starts up to a second after its answer. */
async function historyOf(settings: Settings, fillId: string): Promise<string | null> {
  const until = Date.now() + HISTORY_WITHIN_MS;
  for (;;) {
    const details = await callJson<{ workflow_url: string | null }>(
      `http://127.0.0.1:${settings.ADMIN_PORT}/admin/v1/orders/${fillId}`,
      { headers: { authorization: `Bearer ${settings.secrets.operatorToken}` } },
    );
    if (details.workflow_url !== null || Date.now() > until) return details.workflow_url;
    await delay(ASK_AGAIN_MS);
  }
}
