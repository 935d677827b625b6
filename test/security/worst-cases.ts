/**
 * Whether a regular expression takes more than linear time on some text: its own characters and
 * words, repeated, behind and before each of them.
 */
const SCREENED_LENGTH = 2_000;
/** A linear expression takes some microseconds, a quadratic one some milliseconds. */
const SCREENED_MS = 0.4;
const [SHORT, LONG] = [5_000, 20_000];
/** Four times the length takes a linear expression 4 times as long, a quadratic one 16 times. */
const GROWTH_MAX = 8;
const SHORTEST_MS = 10;
/** A pause of the process may look like growth, but not each time. */
const ATTEMPTS = 3;
/** An exponential expression takes milliseconds here already, and would not end on more. */
const TINY_LENGTH = 24;
const UNBOUNDED = /[*+]|,\}/;
const CHARACTERS = [...Array(0x7f).keys(), 0xa0, 0xe9, 0x2028, 0xff1d].map((code) =>
  String.fromCharCode(code),
);

/** The text that is repeated in a worst case, and what stands around it; null if none is known. */
export interface WorstCase {
  readonly before: string;
  readonly repeated: string;
  readonly after: string;
}

export function worstCaseOf(source: string, flags: string): WorstCase | null {
  const expression = new RegExp(source, flags.replace(/[gy]/g, '') + 'g');
  for (const worst of casesOf(source, flags)) {
    if (timeOf(expression, textOf(worst, TINY_LENGTH)) > SHORTEST_MS) return worst;
    if (timeOf(expression, textOf(worst, SCREENED_LENGTH)) < SCREENED_MS) continue;
    if (growsBeyondLength(expression, worst)) return worst;
  }
  return null;
}

function growsBeyondLength(expression: RegExp, worst: WorstCase): boolean {
  const [short, long] = [textOf(worst, SHORT), textOf(worst, LONG)];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const limit = Math.max(SHORTEST_MS, GROWTH_MAX * timeOf(expression, short));
    if (timeOf(expression, long) <= limit) return false;
  }
  return true;
}

/** Milliseconds of this process, so that other processes do not count. */
function timeOf(expression: RegExp, text: string): number {
  const { user, system } = process.cpuUsage();
  text.replace(expression, '');
  const now = process.cpuUsage();
  return (now.user + now.system - user - system) / 1_000;
}

function textOf({ before, repeated, after }: WorstCase, length: number): string {
  return before + repeated.repeat(Math.ceil(length / repeated.length)) + after;
}

function* casesOf(source: string, flags: string): Generator<WorstCase> {
  if (!UNBOUNDED.test(source)) return;
  const words = wordsOf(source);
  const parts = [...new Set([...charactersOf(source, flags), ...words])];
  const pairs = parts.flatMap((one) => parts.map((other) => one + other));
  for (const after of ['', '\0', '\n']) {
    for (const repeated of [...parts, ...pairs]) yield { before: '', repeated, after };
    for (const before of words) {
      for (const repeated of parts) yield { before, repeated, after };
    }
  }
}

/** One character for each way in which the classes of the expression tell characters apart. */
function charactersOf(source: string, flags: string): string[] {
  const classes = /\[(?:\\.|[^\]\\])*\]|\\[pP]\{\w+\}|\\[^bBkux\d]|[^\\()[\]{}?*+|^$]/gs;
  const unicode = flags.replace(/[^iu]/g, '');
  const atoms = [...new Set(source.match(classes)), '.', String.raw`\w`];
  const tests = atoms.map((atom) => new RegExp(`^(?:${atom})$`, unicode));
  const kinds = new Map<string, string>();
  for (const character of CHARACTERS) {
    const kind = tests.map((test) => (test.test(character) ? '1' : '0')).join('');
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  return [...kinds.values()];
}

/** What the expression spells out: `mongodb` and `://` of `(?:mongodb)?:\/\/`. */
function wordsOf(source: string): string[] {
  const plain = source
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
    .replace(/\[(?:\\.|[^\]\\])*\]/gs, '(');
  const runs = plain.match(/(?:[^\\()[\]{}?*+|^$.]|\\[^A-Za-z0-9]){2,}/g) ?? [];
  return [...new Set(runs.map((run) => run.replace(/\\(.)/g, '$1')))];
}
