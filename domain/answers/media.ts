/** Base64 of pictures, sound and files in an answer: it is no text, and has a bound of its own. */
import { isObject } from '../json-object';

/** Members whose text is data: sound, pictures, files, and links that contain them. */
const DATA = ['data', 'b64_json', 'file_data'] as const;
const LINKS = ['url', 'image_url', 'video_url', 'audio_url'] as const;
const DATA_LINK = 'data:';
/** `{image_url: {url: …}}` in a part. */
const LEVELS_MAX = 3;

/** The characters of base64 in these parts. */
export function mediaCharactersIn(parts: unknown, levels = LEVELS_MAX): number {
  if (!Array.isArray(parts)) return 0;
  let characters = 0;
  for (const part of parts) if (isObject(part)) characters += charactersOf(part, levels);
  return characters;
}

function charactersOf(part: Record<string, unknown>, levels: number): number {
  if (levels === 0) return 0;
  let characters = 0;
  for (const [name, value] of Object.entries(part)) {
    if (isObject(value)) characters += charactersOf(value, levels - 1);
    if (typeof value !== 'string') continue;
    const isData = (DATA as readonly string[]).includes(name);
    const isLink = (LINKS as readonly string[]).includes(name) && value.startsWith(DATA_LINK);
    if (isData || isLink) characters += value.length;
  }
  return characters;
}
