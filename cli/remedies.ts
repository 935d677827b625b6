/** What to do about a refusal, by its code; every other code has a page at the gateway. */
const REMEDIES: Readonly<Record<string, string>> = {
  unauthorized:
    'Check the key: "tokenbook profiles" shows where it comes from, "tokenbook login" stores another.',
  insufficient_balance: 'Ask the operator for a deposit, or lower --max-price or --max-tokens.',
  no_fill_at_limit: 'Raise the limit, or look at the asks: "tokenbook market book <model>".',
  model_not_found: '"tokenbook market" lists the instruments.',
  contract_exhausted: 'Buy more: "tokenbook tickets create", or lower --max-tokens.',
  contract_pending: 'Wait for the start of its window: "tokenbook contracts show <id>".',
  rate_limited: 'Wait as long as the answer says, then repeat the command.',
  endpoint_already_registered:
    'Use the key of its first registration, or rotate it: {docs}/guides/sell explains how.',
};

/** @param url address of the port that answered, when it serves the pages of codes */
export function remedyOf(code: string, url: string | null): string | undefined {
  const known = REMEDIES[code]?.replace('{docs}', `${url ?? ''}/docs`);
  return known ?? (url === null ? undefined : `${url}/docs/errors/${code} explains it.`);
}
