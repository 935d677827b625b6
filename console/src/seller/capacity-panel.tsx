/** Reports of capacity: sending one, and the newest of each model. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { Button, Field, Select } from '../design/controls';
import { Panel } from '../design/layout';
import { EmptyState, ErrorNotice } from '../design/states';
import { type Column, Table } from '../design/table';
import { Quantity, Time } from '../design/values';
import type { SellerAccount } from './bodies';
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
      {reports.length > 0 && (
        <Table
          caption="The newest report of each model"
          columns={COLUMNS}
          rows={reports}
          keyOf={(row) => row.model_id}
          maxHeight="22rem"
        />
      )}
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
      await answerOf(seller.seller.POST('/v1/capacity', { body }));
      await queries.invalidateQueries({ queryKey: [SIGNED_IN_SELLER, 'account'] });
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
      {report.isSuccess && <span role="status">Reported.</span>}
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

const COLUMNS: readonly Column<SellerAccount['capacity_reports'][number]>[] = [
  { key: 'model', title: 'Model', isHeading: true, cell: (row) => row.model_id },
  {
    key: 'available',
    title: 'Available tokens',
    align: 'end',
    cell: (row) => <Quantity value={row.available_tokens} />,
  },
  {
    key: 'queued',
    title: 'Queued tokens',
    align: 'end',
    cell: (row) => <Quantity value={row.queued_tokens} />,
  },
  {
    key: 'at',
    title: 'Reported',
    cell: (row) => <Time value={row.reported_at} show="ago" />,
  },
];
