/** Usage: ai-sdk.mjs chat|responses|compatible */
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, jsonSchema, Output, streamText, tool } from 'ai';
import * as world from './world.mjs';

const KINDS = {
  chat: (given, model) => createOpenAI(given).chat(model),
  responses: (given, model) => createOpenAI(given)(model),
  compatible: (given, model) =>
    createOpenAICompatible({
      ...given,
      name: 'tokenbook',
      includeUsage: true,
      supportsStructuredOutputs: true,
    })(model),
};
const ask = (more = {}, key = world.KEY, model = world.MODEL) => ({
  model: KINDS[process.argv[2]]({ baseURL: world.URL, apiKey: key }, model),
  prompt: world.QUESTION,
  maxRetries: 0,
  ...more,
});
const schema = jsonSchema(world.CITY);

await world.check('chat', async () => world.expect((await generateText(ask())).text));
await world.check('stream', async () => {
  const failures = [];
  const { textStream } = streamText(ask({ onError: ({ error }) => failures.push(error) }));
  let text = '';
  for await (const part of textStream) text += part;
  if (failures.length > 0) throw failures[0];
  world.expect(text);
});
await world.check('tools', async () => {
  const tools = { weather: tool({ description: 'Weather of a city', inputSchema: schema }) };
  world.expectCity((await generateText(ask({ tools }))).toolCalls[0].input);
  world.expectCity((await streamText(ask({ tools })).toolCalls)[0].input);
});
await world.check('json', async () => {
  world.expectCity((await generateText(ask({ output: Output.object({ schema }) }))).output);
});
await world.check('usage', async () => {
  world.expect((await generateText(ask())).usage.totalTokens > 0, 'no usage');
  world.expect((await streamText(ask()).usage).totalTokens > 0, 'no usage in the stream');
});
await world.refusals((key, model) => generateText(ask({}, key, model)));
