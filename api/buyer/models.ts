/** `GET /v1/models` in OpenAI's format, because SDK tools call it first. Public (API-8). */
import type { Catalog } from '../../config/catalog';
import { fail } from '../../domain/errors';
import { parseInstrument } from '../../domain/instruments';
import type { Records } from '../../records/connect';
import { booksWithAsks } from '../../records/live-books';
import { singleFlightCache } from '../../exchange/single-flight-cache';
import type { rootRoutes } from '../routes/buyer';
import type { Handlers } from '../routes/declared-route';
import type { ModelBody } from '../schemas/market';

/** The routes are public: the list is read at most this often. */
const FRESH_MS = 500;
/** Maximum number of listed models outside the catalog: names are free. */
const OTHERS_MAX = 2_000;

interface ModelDeps {
  readonly catalog: Catalog;
  readonly records: Records;
}

type ModelHandlers = Pick<Handlers<typeof rootRoutes>, 'listModels' | 'getModel'>;

export function modelHandlers(deps: ModelDeps): ModelHandlers {
  const created = Math.floor(Date.now() / 1_000);
  const lists = singleFlightCache<ModelBody[]>(1, FRESH_MS);
  const models = () => lists.forceFetch('models', { context: () => listModels(deps, created) });
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

async function listModels({ catalog, records }: ModelDeps, created: number): Promise<ModelBody[]> {
  const listed = catalog.instruments.map(({ modelId }) => modelId);
  const known = new Set(listed);
  const offered = await booksWithAsks(records, OTHERS_MAX);
  const others = [...new Set(offered.map(({ modelId }) => modelId))]
    .filter((modelId) => !known.has(modelId))
    .slice(0, OTHERS_MAX);
  return [...listed, ...others].map((modelId) => {
    const instrument = catalog.instrument(modelId);
    return {
      id: modelId,
      object: 'model',
      created,
      owned_by: instrument?.family ?? 'other',
      context_window: instrument?.contextWindowTokens ?? null,
    };
  });
}
