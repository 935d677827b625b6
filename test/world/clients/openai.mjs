import OpenAI from 'openai';
import * as world from './world.mjs';

const client = (apiKey = world.KEY) => new OpenAI({ baseURL: world.URL, apiKey });
const body = { model: world.MODEL, messages: world.MESSAGES };
const chat = (more = {}, key = world.KEY) =>
  client(key).chat.completions.create({ ...body, ...more });
const argumentsOf = ({ choices }) => choices[0].message.tool_calls[0].function.arguments;

await world.check('chat', async () => world.expect((await chat()).choices[0].message.content));
await world.check('stream', async () => {
  let text = '';
  for await (const chunk of await chat({ stream: true })) {
    text += chunk.choices[0]?.delta.content ?? '';
  }
  world.expect(text);
});
await world.check('tools', async () => {
  const tools = { tools: [world.TOOL] };
  world.expectCity(argumentsOf(await chat(tools)));
  const streamed = client().chat.completions.stream({ ...body, ...tools });
  world.expectCity(argumentsOf(await streamed.finalChatCompletion()));
});
await world.check('json', async () => {
  const answer = await chat({ response_format: world.FORMAT });
  world.expectCity(answer.choices[0].message.content);
});
await world.check('usage', async () => {
  world.expect((await chat()).usage.total_tokens > 0, 'no usage');
  let last;
  const options = { stream: true, stream_options: { include_usage: true } };
  for await (const chunk of await chat(options)) last = chunk.usage;
  world.expect(last?.total_tokens > 0, 'no usage in the stream');
});
await world.refusals((key, model) => chat({ model }, key));
