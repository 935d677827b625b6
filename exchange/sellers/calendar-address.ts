/** The secret in the address of a seller's calendar: anyone who has it reads the seller's windows. */
import { randomBytes } from 'node:crypto';
import { hashKey, sameHash } from '../../domain/key-hash';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';

const SECRET_BYTES = 32;

/** The address before stops with the new one. @returns the secret, which is not stored */
export async function renewCalendar(
  { sellers }: Pick<Records, 'sellers'>,
  keyPepper: string,
  sellerId: string,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const calendarHash = hashKey(keyPepper, secret);
  await writable(sellers).updateOne({ _id: sellerId }, { $set: { calendarHash } });
  return secret;
}

export async function endCalendar(
  { sellers }: Pick<Records, 'sellers'>,
  sellerId: string,
): Promise<void> {
  await writable(sellers).updateOne({ _id: sellerId }, { $set: { calendarHash: null } });
}

export async function isCalendarOf(
  { sellers }: Pick<Records, 'sellers'>,
  keyPepper: string,
  { sellerId, secret }: { readonly sellerId: string; readonly secret: string },
): Promise<boolean> {
  const seller = await sellers.findOne({ _id: sellerId }, { projection: { calendarHash: 1 } });
  return !!seller?.calendarHash && sameHash(seller.calendarHash, hashKey(keyPepper, secret));
}
