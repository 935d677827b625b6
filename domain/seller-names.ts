/**
 * Names of sellers are not unique, and one name has many spellings. They are compared without case,
 * width, characters that cannot be seen, and spaces at the ends.
 */
import { withoutUnseen } from './plain-text';

/** Two names that a person reads as one name have the same key. */
export function nameKey(name: string): string {
  // The upper case first: some letters have one upper case and two lower ones.
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return withoutUnseen(folded).replace(/\s+/g, ' ').trim();
}
