/** `GET /v1/models` in OpenAI's format, because SDK tools call it first. Public (API-8). */
import type { Catalog } from '../../config/catalog';
import { fail } from '../../domain/errors';
import { parseInstrument } from '../../domain/instruments';
import { booksWithAsks } from '../../records/queries/live-books';
import { singleFlightCache } from '../../fairness/single-flight-cache';
import type { rootRoutes } from '../routes/buyer';
import type { Handlers } from '../routes/declared-route';
import type { ModelBody } from '../schemas/market';
import { type FactDeps, type Facts, readFacts } from './model-facts';

/** The routes are public: the list is read at most this often. */
const FRESH_MS = 500;
/** Prices and declarations: each costs a read of every book. */
const FACTS_FRESH_MS = 5_000;
/** Maximum number of listed models outside the catalog: names are free. */
const OTHERS_MAX = 2_000;

interface ModelDeps extends FactDeps {
  readonly catalog: Catalog;
}

type ModelHandlers = Pick<Handlers<typeof rootRoutes>, 'listModels' | 'getModel'>;

export function modelHandlers(deps: ModelDeps): ModelHandlers {
  const created = Math.floor(Date.now() / 1_000);
  const lists = singleFlightCache<ModelBody[]>(1, FRESH_MS);
  const facts = singleFlightCache<(modelId: string) => Facts>(1, FACTS_FRESH_MS);
  const make = async () => {
    const modelIds = await listedModels(deps);
    const factsOf = await facts.forceFetch('facts', { context: () => readFacts(deps, modelIds) });
    return modelIds.map((modelId) => modelBody(deps.catalog, modelId, created, factsOf(modelId)));
  };
  const models = () => lists.forceFetch('models', { context: make });
  return {
    async listModels(_req, res) {
      res.json({ object: 'list', data: await models() });
    },
    async getModel(_req, res, { params }) {
      const modelId = parseInstrument(params.model_id, 'model_id');
      const model = (await models()).find(({ id }) => id === modelId);
      if (!model) throw fail('not_found', { message: `Nobody offers ${modelId}.` });
      res.json(model);
    },
  };
}

async function listedModels({ catalog, records }: ModelDeps): Promise<string[]> {
  const listed = catalog.instruments.map(({ modelId }) => modelId);
  const known = new Set(listed);
  const offered = await booksWithAsks(records, OTHERS_MAX);
  const others = [...new Set(offered.map(({ modelId }) => modelId))]
    .filter((modelId) => !known.has(modelId))
    .slice(0, OTHERS_MAX);
  return [...listed, ...others];
}

function modelBody(catalog: Catalog, modelId: string, created: number, facts: Facts): ModelBody {
  const instrument = catalog.instrument(modelId);
  return {
    id: modelId,
    object: 'model',
    created,
    owned_by: instrument?.family ?? 'other',
    ...facts,
    context_window: instrument?.contextWindowTokens ?? facts.context_window,
  };
}
