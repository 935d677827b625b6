/** The secret of an endpoint's signatures, shown once. */
import { CopyButton } from '../design/copy-button';

export function SecretOnce({ secret }: { readonly secret: string }) {
  return (
    <div className="stack-s">
      <p role="status">This secret verifies the signatures. It is shown once.</p>
      <pre className="secret" tabIndex={0} role="region" aria-label="Secret of the webhook">
        <code>{secret}</code>
      </pre>
      <div className="cluster">
        <CopyButton text={secret} />
      </div>
    </div>
  );
}
