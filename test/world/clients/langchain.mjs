import { ChatOpenAI } from '@langchain/openai';
import * as world from './world.mjs';

const client = (apiKey = world.KEY, model = world.MODEL) =>
  new ChatOpenAI({ apiKey, model, maxRetries: 0, configuration: { baseURL: world.URL } });

async function streamed(runnable) {
  let whole;
  for await (const chunk of await runnable.stream(world.QUESTION)) {
    whole = whole ? whole.concat(chunk) : chunk;
  }
  return whole;
}

await world.check('chat', async () => {
  world.expect((await client().invoke(world.QUESTION)).content);
});
await world.check('stream', async () => world.expect((await streamed(client())).content));
await world.check('tools', async () => {
  const bound = client().bindTools([world.TOOL]);
  world.expectCity((await bound.invoke(world.QUESTION)).tool_calls[0].args);
  world.expectCity((await streamed(bound)).tool_calls[0].args);
});
await world.check('json', async () => {
  const schema = { title: 'place', ...world.CITY };
  const structured = client().withStructuredOutput(schema, { method: 'jsonSchema' });
  world.expectCity(await structured.invoke(world.QUESTION));
});
await world.check('usage', async () => {
  const { usage_metadata: used } = await client().invoke(world.QUESTION);
  world.expect(used.total_tokens > 0, 'no usage');
  const last = await streamed(client());
  world.expect(last.usage_metadata?.total_tokens > 0, 'no usage in the stream');
});
await world.refusals((key, model) => client(key, model).invoke(world.QUESTION));
