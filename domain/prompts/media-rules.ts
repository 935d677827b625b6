/** How the models of the world count pictures, sound and videos. Each rule is that of its maker's documents. */
import type { PictureSize } from './headers';
import { FILE_TOKENS, type PromptMedia } from './media';

export const PICTURE_RULES = ['openai_tiles', 'anthropic_pixels', 'gemini_tiles'] as const;
type PictureRule = (typeof PICTURE_RULES)[number];

export interface MediaRules {
  /** A number counts for each picture, whatever its size. */
  readonly picture: PictureRule | number;
  readonly soundTokensPerSecond: number;
  readonly videoTokensPerSecond: number;
}

/** Gemini's for sound and videos. */
export const DEFAULT_MEDIA_RULES: MediaRules = {
  picture: 'openai_tiles',
  soundTokensPerSecond: 32,
  videoTokensPerSecond: 263,
};

/** A picture that is elsewhere, or whose header says nothing, counts as a full screen. */
const UNKNOWN_PICTURE: PictureSize = { widthPixels: 1_920, heightPixels: 1_080 };

export interface MediaTokens {
  readonly tokens: number;
  /** What it may have at most, as far as its length is known. */
  readonly mostTokens: number;
}

export function tokensOfMedia(media: PromptMedia, rules: MediaRules): MediaTokens {
  switch (media.kind) {
    case 'picture': {
      const tokens = tokensOfPicture(media.size ?? UNKNOWN_PICTURE, media.isLow, rules.picture);
      return { tokens, mostTokens: tokens };
    }
    case 'file':
      return { tokens: FILE_TOKENS, mostTokens: media.mostTokens };
    case 'sound':
    case 'video': {
      const { soundTokensPerSecond, videoTokensPerSecond } = rules;
      const rate = media.kind === 'sound' ? soundTokensPerSecond : videoTokensPerSecond;
      return {
        tokens: Math.ceil(media.seconds * rate),
        mostTokens: Math.ceil(media.mostSeconds * rate),
      };
    }
  }
}

function tokensOfPicture(size: PictureSize, isLow: boolean, rule: MediaRules['picture']): number {
  if (typeof rule === 'number') return rule;
  return PICTURE_TOKENS[rule](size, isLow);
}

/** Each scales a picture down before it counts, so that no header makes a count large. */
const PICTURE_TOKENS: Readonly<Record<PictureRule, (size: PictureSize, isLow: boolean) => number>> =
  {
    /** Fits into 2,048 square, then its shorter side into 768; a base, and the tiles of 512. */
    openai_tiles: (size, isLow) => {
      if (isLow) return 85;
      const fitted = scaled(size, 2_048 / longerSide(size));
      const { widthPixels, heightPixels } = fitted;
      return 85 + 170 * tilesOf(scaled(fitted, 768 / Math.min(widthPixels, heightPixels)), 512);
    },
    /** Fits into 1,568 square, at most 1.2 million pixels. */
    anthropic_pixels: (size) => {
      const { widthPixels, heightPixels } = scaled(size, 1_568 / longerSide(size));
      return Math.min(Math.ceil((widthPixels * heightPixels) / 750), 1_600);
    },
    /** One tile up to 384 square; otherwise fits into 3,072 square, tiles of 768. */
    gemini_tiles: (size) => {
      if (longerSide(size) <= 384) return 258;
      return 258 * tilesOf(scaled(size, 3_072 / longerSide(size)), 768);
    },
  };

const longerSide = ({ widthPixels, heightPixels }: PictureSize) =>
  Math.max(widthPixels, heightPixels);

/** Never larger than it was. */
function scaled({ widthPixels, heightPixels }: PictureSize, factor: number): PictureSize {
  const by = Math.min(1, factor);
  return { widthPixels: widthPixels * by, heightPixels: heightPixels * by };
}

function tilesOf({ widthPixels, heightPixels }: PictureSize, sidePixels: number): number {
  return Math.ceil(widthPixels / sidePixels) * Math.ceil(heightPixels / sidePixels);
}
