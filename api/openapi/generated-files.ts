/** The committed copies of the descriptions, by their path in the checkout. */
import { stringify } from 'yaml';
import { describeStream } from '../stream/asyncapi';
import { describeSurface, describeWebhooks } from './document';
import { DESCRIBED } from './surfaces';

export function generatedDescriptions(): Record<string, string> {
  const descriptions: Record<string, unknown> = {
    stream: describeStream(),
    webhooks: describeWebhooks(),
  };
  for (const surface of [...DESCRIBED, 'operator'] as const)
    descriptions[surface] = describeSurface(surface);
  const entries = Object.entries(descriptions).map(([name, description]) => [
    `api/openapi/generated/${name}.json`,
    `${JSON.stringify(description, null, 2)}\n`,
  ]);
  return {
    ...(Object.fromEntries(entries) as Record<string, string>),
    'api/openapi/generated/buyer.yaml': stringify(descriptions.buyer),
  };
}
