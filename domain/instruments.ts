/** Instrument strings: the name of a model on the exchange, and with a tenor the name of a book. */
import { fail } from './errors';
import { parseTenor, type Tenor } from './tenors';

const INSTRUMENT = /^[a-z0-9._:/@-]{1,128}$/;

/** Trimmed and lower-cased. @throws Failure `invalid_model` */
export function parseInstrument(text: string, param = 'model'): string {
  const normalised = text.trim().toLowerCase();
  if (!INSTRUMENT.test(normalised)) {
    throw fail('invalid_model', {
      param,
      message: `${param} must be 1 to 128 of a-z 0-9 . _ : / @ -`,
    });
  }
  return normalised;
}

/** A seller's spelling of an instrument: the model name on its own server. */
export interface ModelSpelling {
  readonly modelId: string;
  readonly name: string;
}

/** The seller's spelling; the instrument itself without one. */
export function spellingOf(spellings: readonly ModelSpelling[], modelId: string): string {
  return spellings.find((spelling) => spelling.modelId === modelId)?.name ?? modelId;
}

/** One order book: an instrument and a tenor. */
export interface BookId {
  readonly modelId: string;
  readonly tenor: Tenor;
}

/** The name of a book in keys and records: `<instrument>|<tenor>`. */
export function bookName({ modelId, tenor }: BookId): string {
  return `${modelId}|${tenor}`;
}

/** Parses a name created by `bookName`. */
export function parseBookName(name: string): BookId {
  const [modelId = '', tenor] = name.split('|');
  return { modelId, tenor: parseTenor(tenor) };
}
