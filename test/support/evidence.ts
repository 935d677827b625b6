/** What a test has done, for the report of `npm run prove`; otherwise nobody keeps it. */
import { appendFileSync } from 'node:fs';

/** One line of JSON in the file that the run names. */
export function evidence(kind: string, values: object): void {
  const file = process.env['EVIDENCE_FILE'];
  if (file) appendFileSync(file, `${JSON.stringify({ kind, ...values })}\n`);
}
