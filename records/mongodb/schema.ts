/**
 * Shared by all records: ids are strings, money is an int64 at scale 8 (bigint), dates are dates.
 *
 * Quantities are stored as BSON doubles, exact to 2^53. A JavaScript number would be stored as an
 * int32 when it fits, and a sum of int32s that no longer fits becomes an int64, which is read as a
 * bigint: the type of a quantity would depend on its size.
 */
import { Schema, type SchemaDefinition, type SchemaDefinitionProperty } from 'mongoose';

/** Every field is named in the schema: an unknown field is refused in documents and in filters. */
const OPTIONS = {
  strict: 'throw',
  strictQuery: 'throw',
  versionKey: false,
  autoIndex: false,
  autoCreate: false,
  minimize: false,
  id: false,
} as const;

/** @param collection name of the record's collection */
export function recordSchema<Document>(
  collection: string,
  definition: SchemaDefinition<Document>,
): Schema<Document> {
  return new Schema<Document>(definition, {
    ...OPTIONS,
    collection,
  }) as unknown as Schema<Document>;
}

/** Fields of a value inside a record. */
export function partSchema<Part>(definition: SchemaDefinition<Part>): Schema<Part> {
  return new Schema<Part>(definition, { ...OPTIONS, _id: false }) as unknown as Schema<Part>;
}

export const text = { type: String, required: true } as const;
export const optionalText = { type: String, default: null } as const;
export const date = { type: Date, required: true } as const;
export const optionalDate = { type: Date, default: null } as const;
export const flag = { type: Boolean, required: true } as const;
export const bytes = { type: Buffer, required: true } as const;

/** An amount or a price at scale 8. */
export const money = { type: BigInt, required: true } as const;
export const optionalMoney = { type: BigInt, default: null } as const;

type StoredQuantity = { valueOf(): number } | null | undefined;

/** Mongoose documents represent a double as an object. */
function plainNumber(value: StoredQuantity): number | null | undefined {
  return value?.valueOf();
}

/** A whole number from 0 to 2^53, stored as a double. */
export const quantity = {
  type: Schema.Types.Double,
  required: true,
  get: plainNumber,
  validate: {
    validator: (value: StoredQuantity) => {
      const count = plainNumber(value);
      return count == null || (Number.isSafeInteger(count) && count >= 0);
    },
    message: '{PATH} must be a whole number, not below 0',
  },
} as unknown as SchemaDefinitionProperty<number>;

export const optionalQuantity = {
  ...(quantity as object),
  required: false,
  default: null,
} as unknown as SchemaDefinitionProperty<number | null>;

export function oneOf<Value extends string>(values: readonly Value[]) {
  return { type: String, enum: [...values], required: true } as const;
}

/**
 * Indexes only documents with the text field set. Written as a comparison, because a query for a
 * value does not use an index that is partial by `$type`.
 */
export function whenSet(field: string) {
  return { partialFilterExpression: { [field]: { $gt: '' } } };
}
