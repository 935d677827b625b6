/** The address of a calendar with the seller's windows. */
import { useMutation } from '@tanstack/react-query';
import { CopyButton } from '../design/copy-button';
import { answerOf } from '../client/clients';
import { Button } from '../design/controls';
import { Panel } from '../design/layout';
import { ErrorNotice } from '../design/states';
import type { SignedInSeller } from './seller-page';

const PATH = '/v1/deliveries/calendar';

export function CalendarPanel({ seller: { seller } }: { readonly seller: SignedInSeller }) {
  const renew = useMutation({
    mutationFn: async () => {
      const { calendar_url: address } = await answerOf(seller.POST(PATH));
      return new URL(address, globalThis.location.href).href;
    },
  });
  const end = useMutation({
    mutationFn: () => answerOf(seller.DELETE(PATH)),
    onSuccess: () => renew.reset(),
  });
  const error = renew.error ?? end.error;
  const isBusy = renew.isPending || end.isPending;
  return (
    <Panel title="Calendar">
      <div className="stack">
        <p className="small">
          An address that calendars subscribe to: an event for each lot. Anyone who has it reads
          model, tokens and times, without a key. A new one ends the one before.
        </p>
        {renew.data !== undefined && (
          <>
            <pre className="secret" tabIndex={0} role="region" aria-label="Address of the calendar">
              <code>{renew.data}</code>
            </pre>
            <p className="hint">It is shown once.</p>
          </>
        )}
        {end.isSuccess && renew.data === undefined && <p role="status">No address is valid.</p>}
        {error !== null && <ErrorNotice error={error} />}
        <div className="cluster">
          {renew.data !== undefined && <CopyButton text={renew.data} />}
          <Button disabled={isBusy} onClick={() => renew.mutate()}>
            New address
          </Button>
          <Button disabled={isBusy} onClick={() => end.mutate()}>
            End the address
          </Button>
        </div>
      </div>
    </Panel>
  );
}
