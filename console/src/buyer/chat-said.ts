/** What an answer says: put together from the deltas of a stream, or read from a whole message. */

export interface Call {
  readonly index: number;
  readonly name: string;
  /** JSON, as the model wrote it. */
  readonly arguments: string;
}

export interface Said {
  readonly text: string;
  readonly thinking: string;
  /** Of the message; null before there is thinking. */
  readonly thinkingField: string | null;
  readonly calls: readonly Call[];
}

export const NOTHING_SAID: Said = { text: '', thinking: '', thinkingField: null, calls: [] };

/** Servers mirror the same thinking in several of these: the first one in use counts. */
const THINKING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking'];
/** Of the one call that the old `function_call` can make. */
const FUNCTION_CALL = -1;

type Fields = Readonly<Record<string, unknown>>;

/** @param choice with a `delta` or a `message` */
export function withChoice(said: Said, choice: unknown): Said {
  const { delta, message } = fieldsOf(choice);
  return withMessage(said, fieldsOf(delta ?? message));
}

function withMessage(said: Said, message: Fields): Said {
  const parts = Array.isArray(message['content']) ? message['content'] : [];
  const field =
    said.thinkingField ?? THINKING_FIELDS.find((one) => textOf(message[one]) !== '') ?? null;
  const thought = field === null ? parts.map((part) => fieldsOf(part)['thinking']) : message[field];
  const tools = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  const called = message['function_call'];
  const old = called == null ? [] : [{ index: FUNCTION_CALL, function: called }];
  return {
    text: said.text + textOf(message['content']) + textOf(message['refusal']),
    thinking: said.thinking + textOf(thought),
    thinkingField: field,
    calls: [...tools, ...old].reduce(withCall, said.calls),
  };
}

/** Text, or a list of parts with text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  const { text, summary } = fieldsOf(value);
  return text === undefined && summary === undefined ? '' : textOf(text ?? summary);
}

/** Without an index it is the one at this place of its list. */
function withCall(calls: readonly Call[], given: unknown, place: number): readonly Call[] {
  const { index: stated, function: called, custom } = fieldsOf(given);
  const index = typeof stated === 'number' ? stated : place;
  const { name, arguments: args, input } = fieldsOf(called ?? custom);
  const piece = args ?? input ?? '';
  const before = calls.find((call) => call.index === index);
  const after = {
    index,
    // Some servers repeat the name in each delta.
    name: before?.name || (typeof name === 'string' ? name : ''),
    arguments:
      (before?.arguments ?? '') + (typeof piece === 'string' ? piece : JSON.stringify(piece)),
  };
  return before ? calls.map((call) => (call === before ? after : call)) : [...calls, after];
}

/** The arguments of a call in lines; as they were written while they are no JSON, or would lose a digit. */
export function linesOf(args: string): string {
  try {
    const lines = JSON.stringify(JSON.parse(args), null, 2);
    const bare = (text: string) => text.replaceAll(/\s/g, '');
    return bare(lines) === bare(args) ? lines : args;
  } catch {
    return args;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
