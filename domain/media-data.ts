/** Base64 within parts of messages: pictures, sound, videos and files, and links that contain them. */
import { isObject } from './json-object';

const DATA = ['data', 'b64_json', 'file_data'] as const;
const LINKS = ['url', 'image_url', 'video_url', 'audio_url'] as const;
const DATA_LINK = 'data:';
/** `{image_url: {url: …}}` in a part. */
const LEVELS_MAX = 3;

/** The texts with base64 in a part, each as it stands there. */
export function dataTextsIn(part: unknown, levels = LEVELS_MAX): string[] {
  if (levels === 0 || !isObject(part)) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (typeof value !== 'string') return dataTextsIn(value, levels - 1);
    const isData = (DATA as readonly string[]).includes(name);
    const isLink = (LINKS as readonly string[]).includes(name) && value.startsWith(DATA_LINK);
    return isData || isLink ? [value] : [];
  });
}

/** Base64 without the start of its link, and the number of bytes that it stands for. */
export interface MediaData {
  readonly base64: string;
  readonly bytes: number;
}

/** The first base64 in a part; null when it names a place elsewhere, which is never fetched. */
export function mediaDataIn(part: unknown): MediaData | null {
  const text = dataTextsIn(part)[0];
  if (text === undefined) return null;
  const base64 = text.startsWith(DATA_LINK) ? text.slice(text.indexOf(',') + 1) : text;
  return { base64, bytes: Buffer.byteLength(base64, 'base64') };
}
