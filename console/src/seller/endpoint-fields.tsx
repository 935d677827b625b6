/** The fields of a registration. */
import { Field, TextArea } from '../design/controls';
import type { Ask } from './bodies';
import { useRegions } from './regions';

export interface EndpointDraft {
  readonly name: string;
  readonly endpointUrl: string;
  /** One per line. */
  readonly models: string;
  readonly regions: readonly Ask['region'][];
}

export const EMPTY_DRAFT: EndpointDraft = { name: '', endpointUrl: '', models: '', regions: [] };

interface EndpointFieldsProps {
  readonly draft: EndpointDraft;
  readonly onChange: (part: Partial<EndpointDraft>) => void;
  /** The address identifies a seller: it does not change. */
  readonly isAddressFixed?: boolean;
}

export function EndpointFields({ draft, onChange, isAddressFixed = false }: EndpointFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        value={draft.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label="Endpoint"
        hint="An https address of a public host, such as https://inference.example.com/v1"
        required
        readOnly={isAddressFixed}
        spellCheck={false}
        autoComplete="off"
        inputMode="url"
        value={draft.endpointUrl}
        onChange={(event) => onChange({ endpointUrl: event.target.value })}
      />
      <TextArea
        label="Models, one per line"
        hint="As your server spells them. The first one is checked."
        required
        rows={3}
        spellCheck={false}
        value={draft.models}
        onChange={(event) => onChange({ models: event.target.value })}
      />
      <RegionsField chosen={draft.regions} onChange={(regions) => onChange({ regions })} />
    </>
  );
}

export function modelsOf(text: string): string[] {
  return text.split(/[\n,]/).flatMap((line) => line.trim() || []);
}

interface RegionsProps {
  readonly chosen: readonly Ask['region'][];
  readonly onChange: (regions: readonly Ask['region'][]) => void;
}

function RegionsField({ chosen, onChange }: RegionsProps) {
  const regions = useRegions();
  const toggle = (region: Ask['region'], isOn: boolean) =>
    onChange(isOn ? [...chosen, region] : chosen.filter((one) => one !== region));
  return (
    <fieldset className="regions">
      <legend>Regions, none for anywhere</legend>
      {regions.map((region) => (
        <label key={region}>
          <input
            type="checkbox"
            checked={chosen.includes(region)}
            onChange={(event) => toggle(region, event.target.checked)}
          />
          {region}
        </label>
      ))}
    </fieldset>
  );
}
