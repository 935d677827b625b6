/** Reports of capacity: sending one, and the newest of each model. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { Button, Field, Select } from '../design/controls';
import { Panel } from '../design/layout';
import { EmptyState, ErrorNotice } from '../design/states';
import { CapacityTable } from './capacity-table';
import type { SignedInSeller } from './seller-page';
import { useSellerAccount } from './use-seller-account';

export function CapacityPanel({ seller }: { readonly seller: SignedInSeller }) {
  const account = useSellerAccount(seller);
  const reports = account.data?.capacity_reports ?? [];
  return (
    <Panel title="Capacity reports" flush>
      <CapacityForm seller={seller} />
      {account.data && reports.length === 0 && (
        <EmptyState title="Nothing was reported yet">
          Reports are informational: they create no offer and change no book.
        </EmptyState>
      )}
      {reports.length > 0 && <CapacityTable reports={reports} />}
    </Panel>
  );
}

function CapacityForm({ seller }: { readonly seller: SignedInSeller }) {
  const models = seller.profile.supported_models;
  const [model, setModel] = useState(models[0] ?? '');
  const [available, setAvailable] = useState('');
  const [queued, setQueued] = useState('0');
  const queries = useQueryClient();
  const counts = [available, queued].map(countOf);
  const report = useMutation({
    mutationFn: async () => {
      const [available_tokens, queued_tokens] = counts as [number, number];
      const body = { model_id: model, available_tokens, queued_tokens };
      const { warning } = await answerOf(seller.seller.POST('/v1/capacity', { body }));
      await queries.invalidateQueries({ queryKey: [SIGNED_IN_SELLER, 'account'] });
      return warning;
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    report.mutate();
  };
  return (
    <form className="filters" onSubmit={submit}>
      <Select
        label="Model"
        value={model}
        options={models.map((value) => ({ value, label: value }))}
        onChange={setModel}
      />
      <CountField label="Available tokens" value={available} onChange={setAvailable} />
      <CountField label="Queued tokens" value={queued} onChange={setQueued} />
      <Button type="submit" disabled={report.isPending || counts.includes(null)}>
        Report
      </Button>
      {report.isSuccess && <span role="status">{report.data ?? 'Reported.'}</span>}
      {report.isError && <ErrorNotice error={report.error} />}
    </form>
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function CountField({ label, value, onChange }: CountFieldProps) {
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      required
      value={value}
      error={value === '' || countOf(value) !== null ? null : 'A whole number'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Zero or more; null when it is no number. */
function countOf(text: string): number | null {
  const digits = text.replaceAll(/[\s,_]/g, '');
  return /^\d{1,12}$/.test(digits) ? Number.parseInt(digits, 10) : null;
}
