import Anthropic from '@anthropic-ai/sdk';
import * as world from './world.mjs';

const baseURL = world.URL.replace(/\/v1$/, '');
const client = (authToken = world.KEY) => new Anthropic({ baseURL, authToken, apiKey: null });
const body = { model: world.MODEL, messages: world.MESSAGES, max_tokens: 400 };
const ask = (more = {}, key = world.KEY) => client(key).messages.create({ ...body, ...more });

await world.check('chat', async () => world.expect((await ask()).content[0].text));
await world.check('stream', async () => {
  world.expect(await client().messages.stream(body).finalText());
});
await world.check('tools', async () => {
  const tools = [{ name: 'weather', description: 'Weather', input_schema: world.CITY }];
  const { content } = await ask({ tools });
  world.expectCity(content.find(({ type }) => type === 'tool_use').input);
});
await world.check('usage', async () => world.expect((await ask()).usage.output_tokens > 0));
await world.refusals((key, model) => ask({ model }, key));
