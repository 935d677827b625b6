/**
 * Samples of a long text, counted instead of the whole. The text is cut into short pieces,
 * classified by kind, and of each kind a random sample is drawn across the text: a tokenizer makes
 * ten times as many tokens of rare ideographs as of prose, so ignoring the kind would miss dense
 * passages.
 */

export const PIECE_CHARACTERS = 128;
/** Texts up to this length are counted whole. */
const WHOLE_CHARACTERS = 32_768;
/** Sample size over all kinds, and the minimum per kind. */
const PIECES = 160;
const PIECES_PER_KIND = 24;
/** Prose is sampled below its share: its pieces are more alike than those of other kinds. */
const WEIGHTS = [1, 3, 3, 3, 3] as const;
/**
 * A piece starts at a word boundary when one is near: half a word would count as a separate token.
 */
const WORD_WITHIN = 32;

const PROSE = 0;
/** ASCII almost without spaces: base64, digits, symbols. */
const DENSE = 1;
/** Some non-ASCII characters. */
const MIXED = 2;
/** Mostly letters of other alphabets. */
const LETTERS = 3;
/** Mostly ideographs, syllables, and surrogate pairs. */
const WIDE = 4;
const KINDS = 5;

/** In Unicode the East Asian scripts start here; surrogates follow them. */
const WIDE_FROM = 0x2e80;

/** Every third character determines the kind of a piece. */
const LOOK_STEP = 3;
const LOOKED_AT = PIECE_CHARACTERS / LOOK_STEP;
const MIXED_FROM = LOOKED_AT / 20;
const MOSTLY = LOOKED_AT / 2;
const SPACES_OF_PROSE = LOOKED_AT / 16;

export interface Samples {
  readonly texts: readonly string[];
  /** The factor for the token counts of these texts. */
  readonly scale: number;
}

/** The token counts of all samples, multiplied by their scales, estimate the total. */
export function samplesOf(texts: readonly string[]): readonly Samples[] {
  const length = texts.reduce((total, text) => total + text.length, 0);
  if (length <= WHOLE_CHARACTERS) return [{ texts, scale: 1 }];
  const text = texts.join('\n');
  const starts: number[][] = Array.from({ length: KINDS }, () => []);
  for (let start = 0; start < text.length; start += PIECE_CHARACTERS) {
    starts[kindOf(text, start)]!.push(start);
  }
  const weights = starts.map((ofKind, kind) => ofKind.length * WEIGHTS[kind]!);
  const share = PIECES / weights.reduce((sum, weight) => sum + weight, 0);
  return starts
    .map((ofKind, kind) => ({ ofKind, wanted: Math.ceil(weights[kind]! * share) }))
    .filter(({ ofKind }) => ofKind.length > 0)
    .map(({ ofKind, wanted }) => drawn(text, ofKind, wanted));
}

function kindOf(text: string, start: number): number {
  const end = Math.min(start + PIECE_CHARACTERS, text.length);
  let spaces = 0;
  let foreign = 0;
  let wide = 0;
  for (let at = start; at < end; at += LOOK_STEP) {
    const code = text.charCodeAt(at);
    if (code >= WIDE_FROM) wide += 1;
    if (code > 0x7f) foreign += 1;
    else if (code <= 0x20) spaces += 1;
  }
  if (foreign >= MOSTLY) return wide >= foreign / 2 ? WIDE : LETTERS;
  if (foreign >= MIXED_FROM) return MIXED;
  return spaces < SPACES_OF_PROSE ? DENSE : PROSE;
}

/**
 * Draws one piece from each of a number of equal ranges.
 * @param starts of the pieces of one kind
 */
function drawn(text: string, starts: readonly number[], wanted: number): Samples {
  const count = Math.min(starts.length, Math.max(wanted, PIECES_PER_KIND));
  const stride = starts.length / count;
  const texts = Array.from({ length: count }, (_, run) =>
    pieceFrom(text, starts[Math.floor((run + Math.random()) * stride)]!),
  );
  const counted = texts.reduce((total, piece) => total + piece.length, 0);
  const last = starts.at(-1)!;
  const missing = Math.max(0, last + PIECE_CHARACTERS - text.length);
  return { texts, scale: (starts.length * PIECE_CHARACTERS - missing) / counted };
}

function pieceFrom(text: string, start: number): string {
  const space = text.slice(start, start + WORD_WITHIN).indexOf(' ');
  const begin = space === -1 ? start : start + space;
  return text.slice(begin, begin + PIECE_CHARACTERS);
}
