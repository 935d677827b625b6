/** Names: instruments and books, zones of hosts, and ids that contain their time. */
import fc from 'fast-check';
import { isUuid, lowestUuidV7At, timeOfUuidV7, uuidV7At } from '../../domain/ids';
import { bookName, parseBookName, parseInstrument, spellingOf } from '../../domain/instruments';
import { TENORS } from '../../domain/tenors';
import { zoneOf } from '../../domain/zones';

describe('an instrument', () => {
  test.each([
    ['llama-3.1', 'llama-3.1'],
    [' Meta/Llama_3.1:8B@Q4 ', 'meta/llama_3.1:8b@q4'],
    ['a', 'a'],
    ['a\n', 'a'],
    ['z'.repeat(128), 'z'.repeat(128)],
  ])('%p is %s', (text, instrument) => {
    expect(parseInstrument(text)).toBe(instrument);
  });

  test.each(['', ' ', 'a b', 'a|spot', 'modèle', 'a'.repeat(129), 'a?', '?a', 'a\nb'])(
    '%p is none',
    (text) => {
      expect(() => parseInstrument(text, 'model_id')).toThrow(
        expect.objectContaining({
          code: 'invalid_model',
          param: 'model_id',
          message: 'model_id must be 1 to 128 of a-z 0-9 . _ : / @ -',
        }),
      );
    },
  );

  test('is the field `model`, unless another one is named', () => {
    expect(() => parseInstrument('')).toThrow(expect.objectContaining({ param: 'model' }));
  });

  test("has the seller's spelling, else its own", () => {
    const spellings = [
      { modelId: 'a', name: 'A' },
      { modelId: 'b', name: 'B' },
    ];
    expect(['a', 'b', 'c'].map((one) => spellingOf(spellings, one))).toEqual(['A', 'B', 'c']);
  });

  test.each(TENORS)('and %s name a book', (tenor) => {
    const book = { modelId: 'meta/llama:8b', tenor };
    expect(bookName(book)).toBe(`meta/llama:8b|${tenor}`);
    expect(parseBookName(bookName(book))).toEqual(book);
  });

  test('names no book of another tenor', () => {
    expect(() => parseBookName('a|2h')).toThrow(expect.objectContaining({ code: 'invalid_tenor' }));
    expect(parseBookName('')).toEqual({ modelId: '', tenor: 'spot' });
  });
});

test.each([
  ['a.b.example.com', 'example.com'],
  ['example.com', 'example.com'],
  ['localhost', 'localhost'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['b.example.gouv.fr', 'example.gouv.fr'],
  ['example.co.uk', 'example.co.uk'],
  ['co.uk', 'co.uk'],
  ['a.abc.io', 'abc.io'],
  ['a.com.example', 'com.example'],
  ['a.b.co.com', 'co.com'],
])('%s is in the zone %s', (name, zone) => {
  expect(zoneOf(name)).toBe(zone);
});

test('below each label of a registry, names of a country have their own zones', () => {
  const labels = `ac asn biz co com edu firm gen go gob gouv gov govt id ind info ltd me mil ne net
   nhs nom or org plc sch web`;
  for (const label of labels.split(/\s+/)) {
    expect(zoneOf(`a.b.${label}.xy`)).toBe(`b.${label}.xy`);
  }
});

describe('an id', () => {
  const RANDOM = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';

  test('contains its time, and the random digits behind it', () => {
    expect(uuidV7At(0x0190_a5b4_c3d2, RANDOM)).toBe('0190a5b4-c3d2-7372-a567-0e02b2c3d479');
    expect(uuidV7At(1, RANDOM)).toBe('00000000-0001-7372-a567-0e02b2c3d479');
  });

  test('tells its time, sorts by it, and is valid', () => {
    const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(times, times, fc.uuid({ version: 4 }), (one, other, random) => {
        const id = uuidV7At(one, random);
        expect(timeOfUuidV7(id)).toBe(one);
        expect(isUuid(id)).toBe(true);
        expect(lowestUuidV7At(one) <= id).toBe(true);
        expect(one < other && id >= lowestUuidV7At(other)).toBe(false);
      }),
    );
    expect(lowestUuidV7At(-5)).toBe('00000000-0000-7000-8000-000000000000');
    expect(lowestUuidV7At(5)).toBe('00000000-0005-7000-8000-000000000000');
  });

  test.each([
    '',
    RANDOM.toUpperCase(),
    ` ${RANDOM}`,
    `${RANDOM}\n`,
    `${RANDOM}0`,
    `0${RANDOM}`,
    RANDOM.replaceAll('-', ''),
    RANDOM.replace('-4372', '-0372'),
    RANDOM.replace('-4372', '-9372'),
    RANDOM.replace('-a567', '-c567'),
    RANDOM.replace('-a567', '-7567'),
    RANDOM.replace('f47', 'g47'),
    RANDOM.replace('-58cc', '-58cg'),
    RANDOM.replace('-4372', '-437g'),
    RANDOM.replace('-a567', '-a56g'),
    RANDOM.replace('d479', 'd47g'),
  ])('%p is no UUID', (text) => {
    expect(isUuid(text)).toBe(false);
    expect(isUuid(RANDOM)).toBe(true);
  });
});
