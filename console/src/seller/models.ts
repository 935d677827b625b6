/**
 * The models of a registration as text, one per line: an instrument, or `instrument = name` where the server has
 * another name for it.
 */

export interface NamedModel {
  readonly model: string;
  /** What the server calls it. */
  readonly upstreamModel: string | null;
}

export function namedModels(text: string): NamedModel[] {
  return text.split(/[\n,]/).flatMap((line) => {
    const [model = '', upstream = ''] = line.split('=').map((part) => part.trim());
    return model === '' ? [] : { model, upstreamModel: upstream === '' ? null : upstream };
  });
}

export function modelsOf(text: string): string[] {
  return namedModels(text).map(({ model }) => model);
}

/** With the model added, or without it. */
export function withModel(text: string, model: string, isOn: boolean): string {
  const others = namedModels(text).filter((one) => one.model.toLowerCase() !== model);
  const all = isOn ? [...others, { model, upstreamModel: null }] : others;
  return all
    .map(({ model: name, upstreamModel }) =>
      upstreamModel === null ? name : `${name} = ${upstreamModel}`,
    )
    .join('\n');
}
