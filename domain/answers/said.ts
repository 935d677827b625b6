/**
 * What one choice says: each piece of its text once, its calls, its media and its end. A delta of a
 * stream and the message of a whole answer are read alike.
 */
import { isObject, type JsonObject, objectsIn } from '../json-object';
import { type CallCounts, Calls } from './calls';
import { mediaCharactersIn } from './media';

/** Several servers mirror the same thinking in two or three of these: the first one in use counts. */
const THINKING = ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking'] as const;

/**
 * Receives a piece of generated text.
 * @param text the text that it continues, so that interleaved deltas are counted separately
 */
export type Take = (text: string, piece: string) => void;

export interface ReadChoice {
  /** Whether it has text, a call, media or an end. */
  readonly says: boolean;
  /** Whether it has the role for the first time. */
  readonly hasRole: boolean;
  readonly choice: JsonObject;
}

export class Said {
  finishReason: string | null = null;
  /** Whether it has text, a call or media. */
  hasBegun = false;
  /** Whether its end came by itself: some servers put a finish into every chunk with text. */
  endedAlone = false;
  hasSound = false;
  mediaCharacters = 0;
  private hasRole = false;
  private readonly calls = new Calls();
  private thinking: string | null = null;

  constructor(
    private readonly index: number,
    private readonly take: Take,
  ) {}

  /**
   * Reads a choice with a `delta` or a `message`.
   * @returns with a delta, and an index for each of its calls
   */
  read(choice: JsonObject): ReadChoice {
    const isWhole = choice['delta'] == null && isObject(choice['message']);
    const said = isWhole ? choice['message'] : choice['delta'];
    const hasBefore = this.hasBegun;
    this.hasBegun = false;
    const read = isObject(said) ? this.readMessage(said) : said;
    const begins = this.hasBegun;
    this.hasBegun ||= hasBefore;
    const finish = choice['finish_reason'];
    const ends = typeof finish === 'string' && finish !== '' && finish !== 'null';
    // Text behind an end reopens the choice.
    if (begins) this.finishReason = null;
    if (ends) {
      this.finishReason = finish;
      this.endedAlone = !begins;
    }
    const hasRole = !this.hasRole && isObject(said) && hasText(said['role']);
    this.hasRole ||= hasRole;
    return {
      says: begins || ends,
      hasRole,
      choice:
        read === said && !isWhole
          ? choice
          : { ...(isWhole ? withoutMessage(choice) : choice), delta: read },
    };
  }

  get callCounts(): CallCounts {
    return this.calls.counts;
  }

  private readMessage(message: JsonObject): JsonObject {
    this.takeThinking(message);
    this.takeContent('content', message['content']);
    this.takePiece('refusal', message['refusal']);
    this.takeAudio(message['audio']);
    this.takeMedia(message['images']);
    const called = message['function_call'];
    if (isObject(called)) {
      this.calls.takeArguments(-1, called['arguments']);
      this.takeCall('function', called);
    }
    const calls = message['tool_calls'];
    if (!Array.isArray(calls)) return message;
    let isWhole = true;
    const before = new Set<number>();
    const indexed = calls.map((call: unknown) => {
      if (!isObject(call)) return call;
      const index = this.calls.indexOf(call, before);
      before.add(index);
      this.takeTool(call, index);
      if (typeof call['index'] === 'number') return call;
      isWhole = false;
      return { ...call, index };
    });
    return isWhole ? message : { ...message, tool_calls: indexed };
  }

  private takePiece(text: string, piece: unknown): void {
    if (typeof piece !== 'string' || piece === '') return;
    this.hasBegun = true;
    this.take(`${this.index}.${text}`, piece);
  }

  /** Text, or a list of parts (Mistral). */
  private takeContent(text: string, content: unknown): void {
    this.takePiece(text, content);
    if (!Array.isArray(content)) return;
    for (const part of content) {
      if (!isObject(part)) this.takePiece(text, part);
      else if (part['thinking'] !== undefined) this.takeThinkingPart(part['thinking']);
      else this.takePiece(text, part['text'] ?? part['refusal']);
    }
    this.takeMedia(content);
  }

  private takeThinkingPart(thinking: unknown): void {
    this.thinking ??= 'content';
    if (this.thinking === 'content') this.takeContent('thinking', thinking);
  }

  private takeThinking(message: JsonObject): void {
    const used = THINKING.filter((field) => hasText(message[field]));
    this.thinking ??= used[0] ?? null;
    if (this.thinking === null || this.thinking === 'content') return;
    const value = message[this.thinking];
    this.takeContent('thinking', value);
    for (const { summary } of objectsIn(value)) this.takePiece('thinking', summary);
  }

  private takeTool(call: JsonObject, index: number): void {
    this.hasBegun = true;
    const { function: called, custom } = call;
    if (isObject(called)) {
      this.calls.takeArguments(index, called['arguments']);
      this.takeCall(`tool.${index}`, called, index);
    }
    if (isObject(custom)) this.takeCall(`tool.${index}`, custom, index);
  }

  private takeCall(text: string, call: JsonObject, index = -1): void {
    const { name, arguments: args, input } = call;
    if (typeof name === 'string' && name !== '' && this.calls.isFirstName(index)) {
      this.takePiece(`${text}.name`, name);
    }
    const given = args ?? input;
    this.takePiece(`${text}.arguments`, isObject(given) ? JSON.stringify(given) : given);
  }

  private takeAudio(audio: unknown): void {
    if (!isObject(audio)) return;
    this.takePiece('transcript', audio['transcript']);
    this.hasSound = true;
    this.takeMedia([audio]);
  }

  private takeMedia(parts: unknown): void {
    const characters = mediaCharactersIn(parts);
    if (characters === 0) return;
    this.hasBegun = true;
    this.mediaCharacters += characters;
  }
}

/** A stream may have a message instead of a delta. */
function withoutMessage({ message: _message, ...choice }: JsonObject): JsonObject {
  return choice;
}

function hasText(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}
