/** The choice of an instrument: those of the catalog as suggestions, any other can be typed. */
import { useId } from 'react';
import { useParams } from 'wouter';
import { compareDecimals, shiftDecimal } from '../client/decimal';
import { Field, type Option, Select } from '../design/controls';
import { useBestAsk, useCatalog } from './queries';
import { rowOf } from './quotes';

/** To begin with: the instrument that the address names, otherwise the first one with an ask. */
export function useFirstInstrument(): string {
  const { model } = useParams();
  const catalog = useCatalog();
  if (model !== undefined) return decodeURIComponent(model);
  const all = catalog.data?.families.flatMap(({ instruments }) => instruments) ?? [];
  const offered = all.find(({ quotes }) => quotes.some(({ best_ask: ask }) => ask !== null));
  return (offered ?? all[0])?.model_id ?? '';
}

function useInstrument(modelId: string) {
  const { data: catalog } = useCatalog();
  const all = catalog?.families.flatMap(({ instruments }) => instruments) ?? [];
  return all.find(({ model_id: id }) => id === modelId);
}

/** The longest answer of a chat that states none; null where it is not known. */
export function useUsualCap(modelId: string): number | null {
  return useInstrument(modelId)?.default_max_tokens ?? null;
}

/** The best ask in any region, per 1,000; without one the list price; null without either. */
export function useUsualPrice(modelId: string): string | null {
  const { isSuccess } = useCatalog();
  const instrument = useInstrument(modelId);
  const known =
    instrument && (rowOf(instrument, { family: '', name: '' }).bestAsk ?? instrument.list_price);
  // The list may be older than the instrument.
  const isUnknown = isSuccess && known == null && modelId !== '';
  const book = useBestAsk(modelId, isUnknown);
  return known ?? book.data ?? null;
}

/** A ceiling to begin with, per million: the higher of best ask and list price; empty without them. */
export function useUsualCeiling(modelId: string): string {
  const instrument = useInstrument(modelId);
  if (!instrument) return '';
  const { bestAsk } = rowOf(instrument, { family: '', name: '' });
  const prices = [bestAsk, instrument.list_price].filter((price) => price != null);
  const [highest] = prices.toSorted((one, other) => compareDecimals(other, one));
  return highest === undefined ? '' : shiftDecimal(highest, 3);
}

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function InstrumentField({ value, onChange }: ChoiceProps) {
  const catalog = useCatalog();
  const list = useId();
  const all = catalog.data?.families.flatMap(({ instruments }) => instruments) ?? [];
  return (
    <>
      <Field
        label="Instrument"
        list={list}
        required
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <datalist id={list}>
        {all.map(({ model_id: id, name }) => (
          <option key={id} value={id} label={name} />
        ))}
      </datalist>
    </>
  );
}

export function RegionField({ value, onChange }: ChoiceProps) {
  const catalog = useCatalog();
  const regions = catalog.data?.regions.filter((region) => region !== 'global') ?? [];
  const options: Option[] = [
    { value: '', label: 'Any' },
    ...regions.map((region) => ({ value: region, label: region })),
  ];
  return <Select label="Region" value={value} options={options} onChange={onChange} />;
}
