/** `GET /v1/models` in OpenAI's list format, because SDK tools call it first. Public (API-8). */
import type { Catalog } from '../../config/catalog';
import type { Records } from '../../records/connect';
import { booksWithAsks } from '../../records/live-books';
import { singleFlightCache } from '../../exchange/single-flight-cache';
import type { rootRoutes } from '../routes/buyer';
import type { RouteHandler } from '../routes/declared-route';
import type { ModelListBody } from '../schemas/market';

/** The route is public: the list is read at most this often. */
const FRESH_MS = 500;
/** Maximum number of listed models outside the catalog: names are free. */
const OTHERS_MAX = 2_000;

interface ModelDeps {
  readonly catalog: Catalog;
  readonly records: Records;
}

export function modelsHandler(deps: ModelDeps): RouteHandler<typeof rootRoutes.listModels> {
  const created = Math.floor(Date.now() / 1_000);
  const lists = singleFlightCache<ModelListBody>(1, FRESH_MS);
  return async (_req, res) => {
    res.json(await lists.forceFetch('models', { context: () => listModels(deps, created) }));
  };
}

async function listModels(
  { catalog, records }: ModelDeps,
  created: number,
): Promise<ModelListBody> {
  const listed = catalog.instruments.map(({ modelId, family }) => ({ modelId, family }));
  const known = new Set(listed.map(({ modelId }) => modelId));
  const offered = await booksWithAsks(records, OTHERS_MAX);
  const others = [...new Set(offered.map(({ modelId }) => modelId))]
    .filter((modelId) => !known.has(modelId))
    .slice(0, OTHERS_MAX)
    .map((modelId) => ({ modelId, family: 'other' }));
  return {
    object: 'list',
    data: [...listed, ...others].map(({ modelId, family }) => ({
      id: modelId,
      object: 'model',
      created,
      owned_by: family,
    })),
  };
}
