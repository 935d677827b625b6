/** The playground's conversation with the exchange: it outlives the page that shows it. */
import { ApiError } from '../client/api-error';
import { answerOf } from '../client/clients';
import type { BuyerRequestDetails } from './bodies';
import type { SignedInBuyer } from './buyer-page';
import { type Draft, FIRST_DRAFT } from './chat-draft';
import { withChoice } from './chat-said';
import { type ChatBody, type ChatEvent, streamChat } from './chat-stream';
import {
  BEGUN,
  type Conversation,
  type Turn,
  hasEnded,
  hasSaid,
  isRunning,
  turnsBefore,
} from './chat-turns';
import { newKey } from '../client/new-key';

/** What a request cost is known once it has ended, which is usually within a second. */
const READINGS = 20;
const BETWEEN_READINGS_MS = 500;
/** A gateway is back, or another one is reached, within this time. */
const ASKED_AGAIN_MS = 30_000;
const BETWEEN_TRIES_MS = 1_000;
const UNANSWERED =
  'The connection to the exchange broke, and asking again did not help. The request may still be answered and charged.';

export class ChatSession {
  private conversation: Conversation;
  private running: AbortController | null = null;
  private readonly listeners = new Set<() => void>();

  /** @param kept of the conversation before a reload, which has ended what was under way */
  constructor(kept: Conversation | null) {
    this.conversation = kept ?? { draft: FIRST_DRAFT, turns: [] };
  }

  readonly read = (): Conversation => this.conversation;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A refused message is in the draft again. */
  toKeep(): Conversation {
    const { draft, turns } = this.conversation;
    return {
      draft,
      turns: turns
        .filter(({ phase }) => phase !== 'refused')
        .map((turn) => (isRunning(turn) ? { ...turn, phase: 'stopped' } : turn)),
    };
  }

  readonly write = (part: Partial<Draft>): void =>
    this.change({ draft: { ...this.conversation.draft, ...part } });

  readonly clear = (): void => {
    this.stop();
    this.change({ turns: [] });
    this.write({ replaces: null });
  };

  readonly send = async (buyer: SignedInBuyer, body: ChatBody): Promise<void> => {
    this.stop();
    const run = new AbortController();
    this.running = run;
    const { draft, turns } = this.conversation;
    const id = newKey();
    const begun = { ...BEGUN, id, model: body.model, prompt: draft.message };
    const before = turnsBefore(turns, draft).filter(({ phase }) => phase !== 'refused');
    this.change({ turns: [...before, begun] });
    this.write({ message: '', replaces: null });
    try {
      await this.follow(buyer, id, body, run.signal);
      this.changeTurn(id, ({ phase }) => (phase === 'streaming' ? { phase: 'done' } : {}));
    } catch (error) {
      if (!run.signal.aborted) this.fail(id, error);
    }
    this.restoreMessage(id);
    await this.readEnd(buyer, id);
  };

  readonly stop = (): void => {
    this.running?.abort();
    for (const turn of this.conversation.turns) {
      if (isRunning(turn)) this.changeTurn(turn.id, { phase: 'stopped' });
    }
  };

  readonly end = this.stop;

  /** For what was charged for requests whose end this page has not seen. */
  readonly readEnds = (buyer: SignedInBuyer): void => {
    for (const turn of this.conversation.turns) {
      if (!isRunning(turn) && !hasEnded(turn)) void this.readEnd(buyer, turn.id);
    }
  };

  /** When the connection breaks, the same request is sent again: its answer begins once more, and is charged once. */
  private async follow(
    buyer: SignedInBuyer,
    id: string,
    body: ChatBody,
    signal: AbortSignal,
  ): Promise<void> {
    let untilMs: number | null = null;
    for (;;) {
      try {
        for await (const event of streamChat({ key: buyer.key, id, body, signal })) {
          if (signal.aborted) return;
          untilMs = null;
          if (event.kind === 'begun') void this.readRequest(buyer, id, 1);
          this.changeTurn(id, withEvent(event));
        }
        return;
      } catch (error) {
        const isFinal = isAnswered(error) && (untilMs === null || !error.mayRetry);
        untilMs ??= Date.now() + ASKED_AGAIN_MS;
        if (signal.aborted || isFinal || Date.now() > untilMs) throw error;
        this.changeTurn(id, { isAskedAgain: true });
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
      }
    }
  }

  /** Refused by the exchange itself; otherwise its record says what came of it. */
  private fail(id: string, error: unknown): void {
    this.changeTurn(id, ({ phase }) =>
      phase === 'waiting' && isAnswered(error)
        ? { phase: 'refused', error }
        : { phase: 'broken', brokenBy: isAnswered(error) ? error.message : UNANSWERED },
    );
  }

  /** A message that got no answer need not be written once more. */
  private restoreMessage(id: string): void {
    const turn = this.turn(id);
    if (turn && !hasSaid(turn) && this.conversation.draft.message === '') {
      this.write({ message: turn.prompt });
    }
  }

  private async readEnd(buyer: SignedInBuyer, id: string): Promise<void> {
    if (this.turn(id)?.phase !== 'refused') await this.readRequest(buyer, id, READINGS);
  }

  /** Until it has ended, or often enough. */
  private async readRequest(buyer: SignedInBuyer, id: string, readings: number): Promise<void> {
    for (let reading = 1; reading <= readings; reading += 1) {
      const turn = this.turn(id);
      if (!turn || hasEnded(turn)) return;
      const request = await find(buyer, turn).catch(() => undefined);
      if (request) this.changeTurn(id, { request });
      if (request && request.status !== 'open') return;
      if (reading === readings) {
        this.changeTurn(id, { isUnrecorded: readings > 1 && request === null });
      } else await new Promise((resolve) => setTimeout(resolve, BETWEEN_READINGS_MS));
    }
  }

  private turn(id: string): Turn | undefined {
    return this.conversation.turns.find((turn) => turn.id === id);
  }

  private changeTurn(id: string, part: Partial<Turn> | ((turn: Turn) => Partial<Turn>)): void {
    this.change({
      turns: this.conversation.turns.map((turn) =>
        turn.id === id ? { ...turn, ...(typeof part === 'function' ? part(turn) : part) } : turn,
      ),
    });
  }

  private change(part: Partial<Conversation>): void {
    this.conversation = { ...this.conversation, ...part };
    for (const listener of this.listeners) listener();
  }
}

function isAnswered(error: unknown): error is ApiError {
  return error instanceof ApiError && error.requestId !== null;
}

function withEvent(event: ChatEvent): (turn: Turn) => Partial<Turn> {
  switch (event.kind) {
    case 'begun':
      return () => ({ ...BEGUN, phase: 'streaming', fillId: event.fillId });
    case 'choice':
      return (turn) => ({ ...withChoice(turn, event.choice), parts: turn.parts + 1 });
    case 'fill':
      return () => ({ fill: event.fill });
    case 'broken':
      return () => ({
        phase: 'broken',
        brokenBy: `${event.message} Only what was delivered is charged.`,
      });
  }
}

/** @returns null when the exchange has no record of it */
async function find(
  { market }: SignedInBuyer,
  { id: requestId, fillId }: Turn,
): Promise<BuyerRequestDetails | null> {
  let id = fillId;
  if (id === null) {
    const query = { request_id: requestId, limit: 1 };
    const { requests } = await answerOf(market.GET('/v1/requests', { params: { query } }));
    id = requests[0]?.order_id ?? null;
  }
  return id === null
    ? null
    : answerOf(market.GET('/v1/requests/{id}', { params: { path: { id } } }));
}
