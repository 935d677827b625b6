/** What a reader of a market does next: trying it, buying ahead, selling, a program, a friend. */
import { useState } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../design/copy-button';
import { useUsualCeiling } from './instruments';
import { perThousandOf } from '../design/price-field';
import { snippetsOf } from '../buyer/snippets';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { Tabs } from '../design/tabs';
import '../buyer/buyer.css';
import type { View } from './queries';

export function LeadOn({ view }: { readonly view: View }) {
  const [isOpen, setOpen] = useState(false);
  const model = encodeURIComponent(view.modelId);
  const isWhole = view.tenor === 'spot' && view.region === 'any';
  // What stands behind the # reaches no server: programs for messages show nothing of it.
  const shared = isWhole ? `${location.origin}/share/${model}` : location.href;
  return (
    <nav className="cluster lead-on" aria-label="With this instrument">
      <Link className="button" data-kind="primary" href={`/buyer/playground/${model}`}>
        Try it
      </Link>
      <Link className="button" href={`/buyer/orders/new/${model}`}>
        Buy ahead
      </Link>
      <Link className="button" href={`/seller/offers/new/${model}`}>
        Sell here
      </Link>
      <Button onClick={() => setOpen(true)}>Code</Button>
      <CopyButton label="Share" text={shared} />
      <Dialog
        title="A request as a program"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="wide"
      >
        <Programs view={view} />
      </Dialog>
    </nav>
  );
}

function Programs({ view: { modelId, region } }: { readonly view: View }) {
  const price = perThousandOf(useUsualCeiling(modelId));
  const programs = snippetsOf(location.origin, {
    model: modelId,
    messages: [{ role: 'user', content: 'What is an order book?' }],
    stream: true,
    max_tokens: 256,
    ...(price === null ? {} : { max_price: price }),
    ...(region === 'any' ? {} : { region }),
  });
  return (
    <>
      <p>
        Any OpenAI client works with this address. The key comes from the operator of the exchange:{' '}
        <a href="/docs/guides/get-an-api-key">how to get one</a>.
      </p>
      <Tabs
        label="Language"
        tabs={programs.map(({ value, label, code }) => ({
          value,
          label,
          content: (
            <div className="program">
              <CopyButton text={code} />
              <pre tabIndex={0} aria-label={`The request in ${label}`}>
                <code>{code}</code>
              </pre>
            </div>
          ),
        }))}
      />
    </>
  );
}
