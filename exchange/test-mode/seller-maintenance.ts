/**
 * Keeps the sellers of test mode registered and their asks resting, through the same services as
 * any seller: in every instrument of the catalog, at a part of its list price.
 */
import type { Catalog, Instrument } from '../../config/catalog';
import type { Settings } from '../../config/settings';
import { endpointIdentity } from '../../domain/endpoint-identity';
import { newId } from '../../domain/new-id';
import { mayOffer } from '../../domain/standing';
import type { Tenor } from '../../domain/tenors';
import type { Records } from '../../records/connect';
import { askedUrl } from '../../domain/endpoint-url';
import type { SellerDocument } from '../../records/documents/seller';
import type { AskService } from '../asks/ask-service';
import type { RegistrationService } from '../sellers/registration-service';
import { testSellerKey, testSellerUrl } from './own-sellers';
import { TEST_SELLERS, type TestSellerPlan } from './plans';

const CAPACITY_TOKENS = 4_000_000;
const ASK_LIFETIME_SECONDS = 3_600;
/** An ask that ends sooner, or has less capacity left than this share, gets a successor. */
const SUCCESSOR_BEFORE_MS = 600_000;
const LEAST_CAPACITY_TOKENS = CAPACITY_TOKENS / 2;

export interface SellerMaintenanceDeps {
  readonly records: Pick<Records, 'sellers'>;
  readonly catalog: Catalog;
  readonly settings: Pick<Settings, 'secrets'>;
  readonly registrations: Pick<RegistrationService, 'register'>;
  readonly asks: Pick<AskService, 'create' | 'list'>;
}

export class SellerMaintenance {
  /** @param publicUrl below which the endpoints of the sellers are served */
  constructor(
    private readonly deps: SellerMaintenanceDeps,
    private readonly publicUrl: string,
  ) {}

  /** @throws Failure `service_unavailable`: call it again */
  async keep(): Promise<void> {
    for (const plan of TEST_SELLERS) {
      const seller = await this.registered(plan);
      if (seller && mayOffer(seller.standing)) await this.keepAsks(plan, seller);
    }
  }

  private async registered(plan: TestSellerPlan): Promise<SellerDocument | null> {
    const { records, catalog, registrations } = this.deps;
    const endpointUrl = testSellerUrl(this.publicUrl, plan);
    const models = catalog.instruments.map(({ modelId }) => modelId);
    const heldEndpoint = endpointIdentity(endpointUrl);
    const known = await records.sellers.findOne({ heldEndpoint });
    const hasAll = models.every((model) => known?.supportedModels.includes(model));
    if (known && askedUrl(known) === endpointUrl && hasAll) return known;
    const { keyPepper } = this.deps.settings.secrets;
    const registration = {
      name: plan.name,
      endpointUrl,
      supportedModels: models.map((modelId) => ({ modelId, name: modelId })),
      regions: [plan.region],
      // Also when the gateway has another name since then.
      apiKey: testSellerKey(keyPepper, known?.endpointUrl ?? endpointUrl),
      currentKey: null,
    };
    await registrations.register(registration);
    return records.sellers.findOne({ heldEndpoint });
  }

  private async keepAsks(plan: TestSellerPlan, seller: SellerDocument): Promise<void> {
    const lasting = (await this.deps.asks.list(seller._id)).filter(
      ({ expiresAt, remainingTokens }) =>
        expiresAt.getTime() - Date.now() > SUCCESSOR_BEFORE_MS &&
        remainingTokens >= LEAST_CAPACITY_TOKENS,
    );
    const isResting = (modelId: string, tenor: Tenor) =>
      lasting.some((ask) => ask.modelId === modelId && ask.tenor === tenor);
    for (const instrument of this.deps.catalog.instruments) {
      for (const tenor of plan.tenors) {
        if (!isResting(instrument.modelId, tenor)) await this.rest(plan, seller, instrument, tenor);
      }
    }
  }

  private async rest(
    plan: TestSellerPlan,
    seller: SellerDocument,
    { modelId, listPriceScale8 }: Instrument,
    tenor: Tenor,
  ): Promise<void> {
    await this.deps.asks.create(newId(), {
      seller,
      surface: 'market',
      modelId,
      tenor,
      region: plan.region,
      priceScale8: (listPriceScale8 * plan.pricePercent) / 100n,
      capacityTokens: CAPACITY_TOKENS,
      validForSeconds: ASK_LIFETIME_SECONDS,
      names: { model: 'model_id', quantity: 'capacity' },
    });
  }
}
