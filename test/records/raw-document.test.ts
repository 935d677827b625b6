/** The bytes of a record, read without the driver's decoder. */
import { mongo } from 'mongoose';
import { RawReader } from '../../records/mongodb/raw-document';

const { BSON, Double, Int32, Long } = mongo;
const bytesOf = (document: object) => Buffer.from(BSON.serialize(document));
const read = (document: object) => new RawReader().fieldsOf(bytesOf(document));

test('values of every type that a book is read from', () => {
  const document = {
    _id: 'ask',
    region: 'Österreich, 東京',
    empty: '',
    priceScale8: Long.fromBigInt(2n ** 63n - 1n),
    remainingTokens: new Double(2 ** 53 - 1),
    lotTokens: new Int32(256),
    sequence: null,
    expiresAt: new Date(253_402_300_799_000),
  };
  expect(read(document)).toEqual({
    ...document,
    priceScale8: 2n ** 63n - 1n,
    remainingTokens: 2 ** 53 - 1,
    lotTokens: 256,
    expiresAt: 253_402_300_799_000,
  });
});

test('a document without fields has none', () => {
  expect(read({})).toEqual({});
});

test('another type is refused, not misread', () => {
  expect(() => read({ list: [1] })).toThrow('type 4');
});

test('documents of one reader have their own fields, in any order', () => {
  const reader = new RawReader();
  const documents = [
    { price: 'a', seller: 'b' },
    { seller: 'c', price: 'd' },
    { price: 'e' },
    { prices: 'f', sell: 'g', seller: 'h' },
    { pric: 'i', region: null, seller: 'j' },
    {},
    { price: 'k', seller: 'l' },
  ];
  for (const document of documents) expect(reader.fieldsOf(bytesOf(document))).toEqual(document);
});
