/** Pictures, sound, videos and files in a prompt, as far as their count depends on them. */
import { isObject } from '../json-object';
import { mediaDataIn } from '../media-data';
import { type PictureSize, pictureSizeOf, wavSecondsOf } from './headers';

/** A length that is only estimated is shorter than the longest that it may be. */
export interface MediaLength {
  readonly seconds: number;
  readonly mostSeconds: number;
}

export type PromptMedia =
  | { readonly kind: 'picture'; readonly size: PictureSize | null; readonly isLow: boolean }
  | ({ readonly kind: 'sound' | 'video' } & MediaLength)
  /** A file, or a part of an unknown kind. */
  | { readonly kind: 'file'; readonly mostTokens: number };

/** A flat size, about that of a page. */
export const FILE_TOKENS = 1_000;
const BYTES_PER_TOKEN = 4;
/** Of a file that is elsewhere: a book. */
const REMOTE_FILE_TOKENS = 100_000;

const KINDS: Readonly<Record<string, PromptMedia['kind']>> = {
  image: 'picture',
  image_url: 'picture',
  input_image: 'picture',
  audio: 'sound',
  audio_url: 'sound',
  input_audio: 'sound',
  video: 'video',
  video_url: 'video',
  input_video: 'video',
  document: 'file',
  file: 'file',
  input_file: 'file',
};

/** Bytes of a second, as usual and at least: 64 and 16 kbit/s of sound, 1 Mbit/s and 100 kbit/s of video. */
const RATES = { sound: [8_000, 2_000], video: [125_000, 12_500] } as const;
/** A link is never fetched: a minute is counted, an hour believed. */
const REMOTE_LENGTH: MediaLength = { seconds: 60, mostSeconds: 3_600 };
/** Characters of base64 in which a header is looked for: 512 KB, with the data that cameras add. */
const HEADER_CHARACTERS = 699_052;

/** @returns null for a part of another kind, such as a text */
export function mediaOf(part: Record<string, unknown>): PromptMedia | null {
  const { type } = part;
  if (typeof type !== 'string' || !Object.hasOwn(KINDS, type)) return null;
  const kind = KINDS[type]!;
  const data = mediaDataIn(part);
  const header = () => Buffer.from(data!.base64.slice(0, HEADER_CHARACTERS), 'base64');
  switch (kind) {
    case 'picture':
      return { kind, size: data && pictureSizeOf(header()), isLow: detailOf(part) === 'low' };
    case 'file': {
      const mostTokens = data ? Math.ceil(data.bytes / BYTES_PER_TOKEN) : REMOTE_FILE_TOKENS;
      return { kind, mostTokens: Math.max(FILE_TOKENS, mostTokens) };
    }
    case 'sound':
    case 'video': {
      if (!data) return { kind, ...REMOTE_LENGTH };
      const seconds = kind === 'sound' ? wavSecondsOf(header(), data.bytes) : null;
      if (seconds !== null) return { kind, seconds, mostSeconds: seconds };
      const [usual, least] = RATES[kind];
      return { kind, seconds: data.bytes / usual, mostSeconds: data.bytes / least };
    }
  }
}

/** Beside the link, or beside its object. */
function detailOf({ image_url: link, detail }: Record<string, unknown>): unknown {
  return isObject(link) ? link['detail'] : detail;
}
