/** What the scripts of the clients for Node share: each check prints one line of JSON. */
const environment = (name) => process.env[name];

export const URL = environment('WORLD_URL');
export const KEY = environment('WORLD_KEY');
export const POOR_KEY = environment('WORLD_POOR_KEY');
export const MODEL = environment('WORLD_MODEL');
export const QUESTION = 'Say hello.';
export const MESSAGES = [{ role: 'user', content: QUESTION }];
export const CITY = {
  type: 'object',
  properties: { city: { type: 'string', enum: ['Paris', 'Rome'] } },
  required: ['city'],
  additionalProperties: false,
};
export const TOOL = {
  type: 'function',
  function: { name: 'weather', description: 'Weather of a city', parameters: CITY },
};
export const FORMAT = {
  type: 'json_schema',
  json_schema: { name: 'place', schema: CITY, strict: true },
};

const UNKNOWN_MODEL = `${MODEL}-unknown`;

export async function check(name, attempt) {
  let failure = null;
  try {
    await attempt();
  } catch (error) {
    failure = `${error.name ?? 'Error'}: ${error.message ?? error}`;
  }
  process.stdout.write(`${JSON.stringify({ check: name, failure })}\n`);
}

export function expect(value, what = 'no text') {
  if (!value) throw new Error(what);
}

/** Of a JSON text or an object. */
export function expectCity(value) {
  const { city } = typeof value === 'string' ? JSON.parse(value) : value;
  expect(['Paris', 'Rome'].includes(city), `no city: ${JSON.stringify(value)}`);
}

/** @param ask one chat, given a key and a model */
export async function refusals(ask) {
  await check('402', () => expectRefusal(402, () => ask(POOR_KEY, MODEL)));
  await check('404', () => expectRefusal(404, () => ask(KEY, UNKNOWN_MODEL)));
}

/** An error that names the status, in itself or in its cause. */
async function expectRefusal(status, attempt) {
  try {
    await attempt();
  } catch (error) {
    for (let cause = error; cause; cause = cause.cause ?? cause.lastError) {
      if ([cause.status, cause.statusCode].includes(status)) return;
      if (new RegExp(`\\b${status}\\b`).test(cause.message)) return;
    }
    throw error;
  }
  throw new Error(`no error instead of ${status}`);
}
