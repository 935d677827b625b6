/** Base64 of pictures, sound and files in an answer: it is no text, and has a bound of its own. */
import { dataTextsIn } from '../media-data';

/** The characters of base64 in these parts. */
export function mediaCharactersIn(parts: unknown): number {
  if (!Array.isArray(parts)) return 0;
  let characters = 0;
  for (const part of parts) {
    for (const text of dataTextsIn(part)) characters += text.length;
  }
  return characters;
}
