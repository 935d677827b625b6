/** What a dispatch needs of its seller's record, read for each attempt: a registration changes it. */
import { type DeclaredModel, declarationOf } from '../../domain/declared-models';
import { type Sealer, UnknownPayloadKey } from '../../domain/sealing';
import type { Records } from '../../records/connect';
import { GatheredReads } from '../../records/queries/gathered-reads';
import { type SellerDocument, askedModel } from '../../records/documents/seller';
import { StepFailure } from '../chat/step-failure';
import { authorizationOf } from './upstream-authorization';

const PROJECTION = {
  endpointUrl: 1,
  upstreamAuthorization: 1,
  modelSpellings: 1,
  declaredModels: 1,
} as const;

export interface Upstream {
  /** The name by which the endpoint is asked for the model. */
  readonly model: string;
  /** What it declares of the model. */
  readonly declared: DeclaredModel | undefined;
  /** Value of the `Authorization` header. */
  readonly authorization: string | undefined;
}

export class Upstreams {
  private readonly reads: GatheredReads<SellerDocument>;

  constructor(
    { sellers }: Pick<Records, 'sellers'>,
    private readonly sealer: Sealer,
  ) {
    this.reads = new GatheredReads((ids) =>
      sellers.find({ _id: { $in: [...ids] } }, { projection: PROJECTION }).toArray(),
    );
  }

  /** @throws UnknownPayloadKey, or StepFailure for a damaged value */
  async of(sellerId: string, modelId: string): Promise<Upstream> {
    const seller = await this.reads.read(sellerId);
    if (!seller) throw StepFailure.final(`No seller ${sellerId}`, 'service_unavailable');
    const declared = declarationOf(seller.declaredModels, modelId);
    const model = askedModel(seller, modelId);
    try {
      return { model, declared, authorization: authorizationOf(this.sealer, seller) };
    } catch (err) {
      if (err instanceof UnknownPayloadKey) throw err;
      throw StepFailure.final(`The authorization of ${sellerId} is damaged`, 'service_unavailable');
    }
  }
}
