/** The fields of a registration. */
import { Field } from '../design/controls';
import type { Ask } from './bodies';
import { ModelsField } from './models-field';
import { useRegions } from './regions';

export interface EndpointDraft {
  readonly name: string;
  readonly endpointUrl: string;
  /** One per line (`models.ts`). */
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
      <ModelsField
        value={draft.models}
        isNew={!isAddressFixed}
        onChange={(models) => onChange({ models })}
      />
      <RegionsField chosen={draft.regions} onChange={(regions) => onChange({ regions })} />
    </>
  );
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
