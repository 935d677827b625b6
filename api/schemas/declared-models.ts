/** `models` of a registration: what the endpoint can do with each model. */
import { z } from 'zod';
import { type DeclaredModel, QUANTIZATIONS, known } from '../../domain/declared-models';
import { QUANTITY_TOKENS_MAX } from '../../domain/quantities';
import { instrument, shortText } from './fields';

const WORDS_MAX = 64;
const UPSTREAM_MODEL_LENGTH_MAX = 256;

const tokenLimit = (description: string, example: number) =>
  z.number().int().min(1).max(QUANTITY_TOKENS_MAX).nullish().meta({ description, example });

const words = (description: string, example: readonly string[]) =>
  z
    .array(z.string().regex(/^[a-z0-9_]{1,64}$/, 'must be 1 to 64 of a-z 0-9 _'))
    .max(WORDS_MAX)
    .nullish()
    .meta({ description, example: [...example] });

const said = (description: string) => z.boolean().nullish().meta({ description, example: false });

const fields = {
  model: instrument('models'),
  upstream_model: shortText(UPSTREAM_MODEL_LENGTH_MAX).nullish().meta({
    description:
      'The name by which this endpoint is asked for the model. Default: the spelling in `supported_models`.',
    example: 'meta-llama/Llama-3.3-70B-Instruct',
  }),
  context_window: tokenLimit('Most tokens of prompt and answer together.', 131_072),
  max_output_tokens: tokenLimit('Most tokens of an answer.', 8_192),
  input_modalities: words('What a prompt may contain: `text`, `image`, `audio`, `file`, `video`.', [
    'text',
  ]),
  output_modalities: words('What an answer may contain: `text`, `image`, `audio`.', ['text']),
  features: words(
    'What requests may use: `tools`, `json_mode`, `json_schema` (also called `structured_outputs`), `logprobs`, `n`. Other names are kept and match nothing.',
    ['tools', 'json_schema'],
  ),
  quantization: z
    .enum(QUANTIZATIONS)
    .nullish()
    .meta({ description: 'Number format of the weights.', example: 'fp8' }),
  data_policy: z
    .strictObject({
      retains_prompts: said('Whether prompts are kept after the answer.'),
      trains: said('Whether models are trained on prompts.'),
    })
    .nullish()
    .meta({ id: 'DataPolicy', description: 'What happens to prompts.' }),
};

const DESCRIPTION =
  'What the endpoint can do with a model, as in the provider document of OpenRouter. What is not declared is unknown.';

const declaredModel = z
  .strictObject(fields)
  .meta({ id: 'DeclaredModel', description: DESCRIPTION });

export const declaredModels = (max: number) =>
  z
    .array(declaredModel)
    .max(max)
    .transform((models) => models.map(declarationOf))
    .nullish();

export const declaredModelsShown = z
  .array(
    z
      .object({ ...fields, model: z.string().meta({ description: 'The instrument.' }) })
      .meta({ id: 'DeclaredModelShown' }),
  )
  .meta({ description: DESCRIPTION });

export type DeclaredModelBody = z.output<typeof declaredModelsShown>[number];

function declarationOf(given: z.output<typeof declaredModel>): DeclaredModel {
  const { data_policy: policy } = given;
  return {
    modelId: given.model,
    upstreamModel: given.upstream_model ?? null,
    contextWindow: given.context_window ?? null,
    maxOutputTokens: given.max_output_tokens ?? null,
    inputModalities: given.input_modalities ?? null,
    outputModalities: given.output_modalities ?? null,
    features: given.features ?? null,
    quantization: given.quantization ?? null,
    dataPolicy: policy
      ? { retainsPrompts: policy.retains_prompts ?? null, trains: policy.trains ?? null }
      : null,
  };
}

/** Without what the seller did not declare. */
export function declaredModelBody(declared: DeclaredModel): DeclaredModelBody {
  const { dataPolicy } = declared;
  const all = {
    upstream_model: declared.upstreamModel,
    context_window: declared.contextWindow,
    max_output_tokens: declared.maxOutputTokens,
    input_modalities: declared.inputModalities,
    output_modalities: declared.outputModalities,
    features: declared.features,
    quantization: declared.quantization,
    data_policy:
      dataPolicy &&
      known({ retains_prompts: dataPolicy.retainsPrompts, trains: dataPolicy.trains }),
  };
  return { model: declared.modelId, ...known(all) } as DeclaredModelBody;
}
