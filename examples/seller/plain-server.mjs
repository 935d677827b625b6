/**
 * A server that speaks the OpenAI API and knows nothing of an exchange, as vLLM, Ollama and llama.cpp do. It
 * repeats what it is told. `tokenbook seller up` sells it.
 * Settings: SERVER_PORT.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const port = Number(process.env.SERVER_PORT ?? 8000);

createServer((req, res) => {
  serve(req, res).catch(() => res.destroy());
}).listen(port, '127.0.0.1', () => console.log(`serves http://127.0.0.1:${port}/v1`));

async function serve(req, res) {
  const { messages, model, stream } = JSON.parse(await text(req));
  const content = `You said: ${messages.at(-1).content}`;
  const [prompt, completion] = [8 + messages.length * 8, Math.ceil(content.length / 4)];
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
  const envelope = { id: `chatcmpl-${Date.now()}`, created: Math.floor(Date.now() / 1_000), model };
  if (!stream) {
    const message = { role: 'assistant', content };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    res.writeHead(200, { 'content-type': 'application/json' });
    return res.end(JSON.stringify({ ...envelope, object: 'chat.completion', choices, usage }));
  }
  const say = (chunk) =>
    res.write(
      `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', ...chunk })}\n\n`,
    );
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const word of content.split(/(?= )/))
    say({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }] });
  say({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  say({ choices: [], usage });
  res.end('data: [DONE]\n\n');
}
