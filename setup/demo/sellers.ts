/** The process of the demo sellers: two endpoints on loopback, one seller each. */
import { randomBytes } from 'node:crypto';
import { loadSettings } from '../../config/settings';
import { type DemoSeller, ensureCredentials, keepDemo } from '../local/credentials';
import { freePort, portIsFree } from '../servers/ports';
import { startInferenceServer } from './inference-server';
import { Seller, type SellerPlan } from './seller';
import { SignatureCheck } from './signature';

const PLANS: readonly SellerPlan[] = [
  {
    name: 'Amber Compute',
    region: 'us-east',
    quantityTokens: 4_000_000,
    prices: { 'llama-3.3-70b': '0.55', 'qwen3-32b': '0.28' },
  },
  {
    name: 'Basalt Inference',
    region: 'eu-west',
    quantityTokens: 4_000_000,
    prices: { 'llama-3.3-70b': '0.58', 'qwen3-32b': '0.26', 'mistral-small-3.2': '0.17' },
  },
];

async function main(): Promise<void> {
  const settings = loadSettings();
  const gatewayUrl = `http://127.0.0.1:${settings.PORT}`;
  const known = ensureCredentials(settings.TOKENBOOK_HOME).demo?.sellers ?? [];
  const kept = await Promise.all(
    PLANS.map((plan) =>
      identity(
        plan,
        known.find((seller) => seller.name === plan.name),
      ),
    ),
  );
  keepDemo(settings.TOKENBOOK_HOME, { sellers: kept });
  for (const [index, plan] of PLANS.entries()) {
    const { port, apiKey } = kept[index]!;
    const signatures = new SignatureCheck(gatewayUrl);
    await startInferenceServer({ name: plan.name, port, signatures });
    const seller = new Seller(`${gatewayUrl}/seller`, plan, `http://127.0.0.1:${port}`, apiKey);
    signatures.sellerId = await seller.register();
    await seller.renewOffers();
    void seller.keepOffersResting((problem) => process.stderr.write(`${problem}\n`));
  }
  // No orderly shutdown is needed here, not even when the supervisor has died.
  process.once('disconnect', () => process.exit(0));
  process.send?.({ ready: true });
}

/**
 * Reuses port and key of the last run, so that it is the same seller; new ones when the port is in
 * use.
 */
async function identity(plan: SellerPlan, known: DemoSeller | undefined): Promise<DemoSeller> {
  if (known && (await portIsFree(known.port))) return known;
  const apiKey = `demo-${randomBytes(24).toString('base64url')}`;
  return { name: plan.name, port: await freePort(), apiKey };
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
