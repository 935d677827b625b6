/** One run of `tokenbook doctor` with the settings of an exchange. */
import type { Exchange } from '../support/exchange';
import { start } from './command';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly found: string;
  readonly remedy: string | null;
}

export async function runDoctor(exchange: Exchange, environment: Record<string, string> = {}) {
  const { settings } = exchange;
  const { operatorToken, keyPepper, payloadKeys, signingKey } = settings.secrets;
  const run = start(exchange, ['doctor', '--json'], {
    environment: {
      MONGODB_URI: settings.mongoUri,
      MONGODB_DATABASE: settings.MONGODB_DATABASE,
      TOKENBOOK_DEPLOYMENT: settings.TOKENBOOK_DEPLOYMENT,
      REDIS_URL: settings.redisUrl,
      TEMPORAL_ADDRESS: settings.temporalAddress,
      TEMPORAL_NAMESPACE: settings.TEMPORAL_NAMESPACE,
      TOKENBOOK_OPERATOR_TOKEN: operatorToken,
      KEY_PEPPER: keyPepper,
      PAYLOAD_KEYS: payloadKeys[0]!.toString('base64'),
      SIGNING_KEY: signingKey.toString('base64'),
      CLIENT_CONNECTIONS: '100', // half of what any machine lets a process open
      ...environment,
    },
  });
  const { code, stdout, stderr } = await run.ended;
  expect(stderr).toBe('');
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  for (const { status, remedy } of checks) expect(remedy === null).toBe(status === 'ok');
  return { code, checks: new Map(checks.map((check) => [check.check, check])) };
}

/** Its checks by their names. */
export async function doctor(exchange: Exchange): Promise<Map<string, Check>> {
  return (await runDoctor(exchange)).checks;
}
