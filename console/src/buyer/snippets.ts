/** The playground's request as a program: the key stays out of it. */
import type { ChatBody } from './chat-stream';

interface Snippet {
  readonly value: string;
  readonly label: string;
  readonly code: string;
}

/** @param origin of the exchange */
export function snippetsOf(origin: string, body: ChatBody): Snippet[] {
  return [
    { value: 'curl', label: 'curl', code: curl(origin, body) },
    { value: 'python', label: 'Python', code: python(origin, body) },
    { value: 'typescript', label: 'TypeScript', code: typescript(origin, body) },
  ];
}

function curl(origin: string, body: ChatBody): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl -N ${origin}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer $TOKENBOOK_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${json}'`,
  ].join('\n');
}

function python(origin: string, { model, messages, max_tokens, max_price, region }: ChatBody) {
  const own = { ...(max_price ? { max_price } : {}), ...(region ? { region } : {}) };
  const hasOwn = Object.keys(own).length > 0;
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${JSON.stringify(`${origin}/v1`)}, api_key=os.environ["TOKENBOOK_KEY"])`,
    'stream = client.chat.completions.create(',
    `    model=${JSON.stringify(model)},`,
    `    messages=${JSON.stringify(messages)},`,
    ...(max_tokens === undefined ? [] : [`    max_tokens=${max_tokens},`]),
    '    stream=True,',
    ...(hasOwn ? [`    extra_body=${JSON.stringify(own)},`] : []),
    ')',
    'for chunk in stream:',
    '    if chunk.choices:',
    '        print(chunk.choices[0].delta.content or "", end="")',
    '    else:',
    '        print(chunk.model_extra.get("fill"))',
  ].join('\n');
}

function typescript(origin: string, body: ChatBody): string {
  const fields = JSON.stringify(body, null, 2).split('\n').slice(1, -1).join('\n');
  return [
    "import { env, stdout } from 'node:process';",
    "import OpenAI from 'openai';",
    '',
    'const client = new OpenAI({',
    `  baseURL: ${JSON.stringify(`${origin}/v1`)},`,
    '  apiKey: env.TOKENBOOK_KEY,',
    '});',
    'const stream = await client.chat.completions.create({',
    `${fields},`,
    '} as OpenAI.ChatCompletionCreateParamsStreaming);',
    'for await (const chunk of stream) {',
    "  stdout.write(chunk.choices[0]?.delta.content ?? '');",
    "  if ('fill' in chunk) stdout.write(JSON.stringify(chunk.fill));",
    '}',
  ].join('\n');
}
