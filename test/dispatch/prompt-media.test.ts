/** What pictures, sound, videos and files add to a prompt, by the rule of the instrument (MONEY-6, MONEY-7). */
import { type MediaRules, DEFAULT_MEDIA_RULES } from '../../domain/prompts/media-rules';
import { measurePrompt, tokensOfPrompt } from '../../domain/prompts/size';
import { dataLink, gif, jpeg, png, wav, webpExtended, webpLossless, webpLossy } from './files';

/** 2^31 - 1, the most that a PNG can say. */
const HUGE = 2_147_483_647;
const SCREEN: [number, number] = [1_920, 1_080];

function counted(part: object, rules: Partial<MediaRules> = {}) {
  const size = measurePrompt({ messages: [{ role: 'user', content: [part] }] });
  const media = { ...DEFAULT_MEDIA_RULES, ...rules };
  const tokens = tokensOfPrompt({ ...size, tokens: 0 }, { tokensPerMessage: 0, media });
  return { tokens: tokens.countedPromptTokens, plausible: tokens.plausiblePromptTokens };
}

const pictureOf = (file: Buffer, detail?: string) => ({
  type: 'image_url',
  image_url: { url: dataLink('image/any', file), ...(detail && { detail }) },
});
const tokensOf = (part: object, rules: Partial<MediaRules> = {}) => counted(part, rules).tokens;

describe('a picture', () => {
  test.each<[number, number, number]>([
    [1, 1, 85 + 170],
    [512, 512, 85 + 170],
    [513, 512, 85 + 2 * 170],
    [1_024, 1_024, 85 + 4 * 170],
    [2_048, 4_096, 85 + 6 * 170],
    [1_920, 1_080, 85 + 6 * 170],
    [4_000, 3_000, 85 + 4 * 170],
    [HUGE, 1, 85 + 4 * 170],
    [HUGE, HUGE, 85 + 4 * 170],
  ])('of %i x %i pixels counts by tiles of 512 after scaling: %i', (width, height, tokens) => {
    expect(tokensOf(pictureOf(png(width, height)))).toBe(tokens);
  });

  test('of low detail has one size', () => {
    expect(tokensOf(pictureOf(png(4_000, 3_000), 'low'))).toBe(85);
    const input = { type: 'input_image', image_url: dataLink('image/png', png(4_000, 3_000)) };
    expect(tokensOf({ ...input, detail: 'low' })).toBe(85);
    expect(tokensOf({ ...input, detail: 'high' })).toBe(85 + 4 * 170);
  });

  test.each<[MediaRules['picture'], number, number, number]>([
    ['anthropic_pixels', 750, 1, 1],
    ['anthropic_pixels', 751, 1, 2],
    ['anthropic_pixels', 1_000, 1_000, 1_334],
    ['anthropic_pixels', 4_000, 3_000, 1_600],
    ['anthropic_pixels', HUGE, HUGE, 1_600],
    ['gemini_tiles', 384, 384, 258],
    ['gemini_tiles', 385, 384, 258],
    ['gemini_tiles', 769, 768, 2 * 258],
    ['gemini_tiles', HUGE, HUGE, 16 * 258],
    [77, 4_000, 3_000, 77],
    [0, 4_000, 3_000, 0],
  ])(
    'counts by the rule %s of its instrument: %i x %i are %i',
    (picture, width, height, tokens) => {
      expect(tokensOf(pictureOf(png(width, height)), { picture })).toBe(tokens);
    },
  );

  test.each<[string, Buffer]>([
    ['PNG', png(1_000, 750)],
    ['GIF', gif(1_000, 750)],
    ['lossy WebP', webpLossy(1_000, 750)],
    ['lossless WebP', webpLossless(1_000, 750)],
    ['extended WebP', webpExtended(1_000, 750)],
    ['JPEG', jpeg(1_000, 750)],
    ['JPEG with the data of a camera', jpeg(1_000, 750, 400_000)],
  ])('in a %s has the size that its header says', (_kind, file) => {
    expect(tokensOf(pictureOf(file), { picture: 'anthropic_pixels' })).toBe(1_000);
  });

  const screen = tokensOf(pictureOf(png(...SCREEN)));
  test.each<[string, object]>([
    ['behind a link', { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
    ['without a link', { type: 'image_url' }],
    ['that is no picture', pictureOf(Buffer.from('no picture at all'))],
    ['whose header is cut', pictureOf(png(1_000, 750).subarray(0, 20))],
    ['of no height', pictureOf(png(1_000, 0))],
    ['that ends before its size', pictureOf(jpeg(1_000, 750).subarray(0, 12))],
  ])('%s counts as a full screen', (_what, part) => {
    expect(tokensOf(part)).toBe(screen);
  });

  test("in Anthropic's form is read, too", () => {
    const source = { type: 'base64', data: png(512, 512).toString('base64') };
    expect(tokensOf({ type: 'image', source })).toBe(85 + 170);
  });

  test('adds none of its base64 to the texts', () => {
    const plain = measurePrompt({ messages: [{ role: 'user', content: [] }] });
    const content = [pictureOf(Buffer.alloc(30_000, 7))];
    expect(measurePrompt({ messages: [{ role: 'user', content }] }).tokens).toBe(plain.tokens);
  });

  test('is plausible up to three times its rule', () => {
    expect(counted(pictureOf(png(512, 512)))).toEqual({ tokens: 255, plausible: 765 });
  });
});

describe('a hostile header', () => {
  test.each<[string, Buffer]>([
    ['a JPEG of padding', Buffer.alloc(3_000_000, 0xff)],
    ['a JPEG of empty segments', Buffer.alloc(3_000_000, Buffer.from('ffe10002', 'hex'))],
    ['a JPEG of segments without a length', Buffer.alloc(3_000_000, Buffer.from('ffe1', 'hex'))],
  ])('of %s says nothing', (_what, body) => {
    const file = Buffer.concat([Buffer.from('ffd8', 'hex'), body]);
    expect(tokensOf(pictureOf(file))).toBe(85 + 6 * 170);
  });

  test('of a sound of many empty chunks says nothing', () => {
    const file = Buffer.alloc(1_000_000);
    file.write('RIFF');
    file.write('WAVE', 8);
    expect(tokensOf(soundOf(file))).toBe((1_000_000 / 8_000) * 32);
  });
});

function soundOf(file: Buffer, format = 'wav') {
  return { type: 'input_audio', input_audio: { data: file.toString('base64'), format } };
}

describe('a sound', () => {
  test('of a WAV file is as long as its header says', () => {
    expect(counted(soundOf(wav(32_000, 320_000)))).toEqual({ tokens: 320, plausible: 960 });
    expect(tokensOf(soundOf(wav(32_000, 320_000)), { soundTokensPerSecond: 10 })).toBe(100);
  });

  test('of a WAV file that was written while it was recorded lasts as long as its bytes', () => {
    for (const stated of [0, 0xffff_ffff]) {
      expect(tokensOf(soundOf(wav(32_000, 320_000, stated)))).toBe(320);
    }
  });

  test('that claims less than 2,000 bytes a second is not believed', () => {
    expect(tokensOf(soundOf(wav(1, 20_000)))).toBe(10 * 32);
    expect(tokensOf(soundOf(wav(2_000, 20_000)))).toBe(10 * 32);
    expect(tokensOf(soundOf(wav(2_001, 20_010)))).toBe(10 * 32);
  });

  test('of another file is estimated by its bytes, and may be four times as long', () => {
    const mp3 = Buffer.alloc(80_001, 0xff);
    expect(counted(soundOf(mp3, 'mp3'))).toEqual({ tokens: 321, plausible: 3 * 1_281 });
  });

  test('behind a link is a minute, and may be an hour', () => {
    const part = { type: 'audio_url', audio_url: { url: 'https://example.com/a.mp3' } };
    expect(counted(part)).toEqual({ tokens: 60 * 32, plausible: 3 * 3_600 * 32 });
  });
});

describe('a video', () => {
  test('is estimated by its bytes, and may be ten times as long', () => {
    const url = dataLink('video/mp4', Buffer.alloc(1_250_001));
    const { tokens, plausible } = counted({ type: 'video_url', video_url: { url } });
    expect(tokens).toBe(2_631);
    expect(plausible).toBe(3 * 26_301);
    const rules = { videoTokensPerSecond: 100 };
    expect(tokensOf({ type: 'video_url', video_url: { url } }, rules)).toBe(1_001);
  });

  test('behind a link is a minute, and ten are no lie', () => {
    const url = 'https://example.com/ten-minutes.mp4';
    const { tokens, plausible } = counted({ type: 'video_url', video_url: { url } });
    expect(tokens).toBe(60 * 263);
    expect(plausible).toBeGreaterThan(157_804);
  });
});

test('a file has a flat size, and may be a text of its bytes', () => {
  const file = { file_data: dataLink('application/pdf', Buffer.alloc(40_002)) };
  expect(counted({ type: 'file', file })).toEqual({ tokens: 1_000, plausible: 3 * 10_001 });
  expect(counted({ type: 'file', file: { file_id: 'a' } })).toEqual({
    tokens: 1e3,
    plausible: 3e5,
  });
});
