/** One line at the top of what is open: what it waits for, in the exchange's words. */
import { Time } from '../design/values';

/** Moments and ids, as programs read them. */
const FOR_PROGRAMS = /(\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}-[\da-f-]{27})/;

export function WaitsFor({ sentence }: { readonly sentence: string | null }) {
  if (sentence === null) return null;
  return (
    <p className="preview">
      <strong>Waits for</strong>{' '}
      {sentence.split(FOR_PROGRAMS).map((part, at) => (at % 2 === 0 ? part : readable(part)))}
    </p>
  );
}

function readable(part: string) {
  if (part.endsWith('Z')) return <Time key={part} value={part} />;
  return (
    <span key={part} title={part}>
      {part.slice(-6)}
    </span>
  );
}
