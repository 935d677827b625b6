/** A key that is shown once. */
import { CopyButton } from './copy-button';

export function KeyOnce({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="stack-s">
      <p role="status">
        Store it now: the exchange keeps only its hash, and this page forgets it with the next
        reload.
      </p>
      <pre className="secret" tabIndex={0} role="region" aria-label={label}>
        <code>{value}</code>
      </pre>
      <div className="cluster">
        <CopyButton text={value} />
      </div>
    </div>
  );
}
