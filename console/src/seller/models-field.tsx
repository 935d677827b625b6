/** The choice of what is sold: instruments that buyers know, then names of one's own. */
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import { publicMarket } from '../client/market';
import { TextArea } from '../design/controls';
import { Price, Quantity } from '../design/values';
import { rowsOf } from '../market/quotes';
import { modelsOf, withModel } from './models';

/** More than these would be a list to search; the other names can be typed. */
const SHOWN = 40;

const OWN_BOOK = 'A name that is not in the list has a book of its own, which begins empty.';
const RENAMED =
  'Write qwen3-32b = Qwen/Qwen3-32B where your server has another name. The first one is checked.';

interface ModelsFieldProps {
  /** A registration that exists keeps what it declared about its models. */
  readonly isNew: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ModelsField({ value, isNew, onChange }: ModelsFieldProps) {
  const catalog = useQuery({
    queryKey: ['catalog'],
    queryFn: () => answerOf(publicMarket.GET('/v1/markets')),
  });
  const rows = catalog.data ? rowsOf(catalog.data).filter(({ isListed }) => isListed) : [];
  const shown = rows.slice(0, SHOWN);
  const chosen = new Set(modelsOf(value).map((model) => model.toLowerCase()));
  return (
    <>
      <fieldset className="regions models">
        <legend>Instruments that your server runs</legend>
        {shown.map(({ modelId, name, bestAsk, volumeTokens }) => (
          <label key={modelId}>
            <input
              type="checkbox"
              checked={chosen.has(modelId)}
              onChange={(event) => onChange(withModel(value, modelId, event.target.checked))}
            />
            {name}
            <span className="faint small">
              best ask <Price perThousand={bestAsk} withUnit />,{' '}
              <Quantity value={volumeTokens} short /> tokens in 24 h
            </span>
          </label>
        ))}
      </fieldset>
      <details>
        <summary>Other names, and what your server calls them</summary>
        <TextArea
          label="Models, one per line"
          hint={isNew ? `${OWN_BOOK} ${RENAMED}` : OWN_BOOK}
          rows={3}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </details>
    </>
  );
}
