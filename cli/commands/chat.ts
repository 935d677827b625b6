/** `chat`: one prompt, its answer as it is generated, and what it cost. */
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { plainText } from '../../domain/plain-text';
import { type Options, portFor } from '../access';
import { Client, type Reading } from '../client';
import { type Chunk, type Fill, readChunks } from '../chat-stream';
import { pc } from '../colours';
import { CommandError } from '../command-error';
import { optionsOf, outputOf } from '../context';
import { untilInterrupted } from '../interruption';
import { printJson } from '../output';
import { type GivenPrice, PRICE_FORMS, priceIn } from '../prices';
import { limitFor } from '../price-limit';
import { wholeNumber } from '../values';

interface ChatOptions {
  readonly model: string;
  readonly maxPrice?: GivenPrice;
  readonly maxTokens?: number;
  readonly region?: string;
  readonly system?: string;
  readonly ticket?: string;
  readonly stream: boolean;
}

export function addChatCommand(program: Command): void {
  program
    .command('chat <prompt>')
    .description(
      'buy one chat completion: the answer as it is generated, then the fill. "-" reads the prompt from standard input',
    )
    .requiredOption('--model <model>', 'instrument: "tokenbook market" lists them')
    .option(
      '--max-price <price>',
      `highest price, ${PRICE_FORMS}; without a unit per 1,000; the account's ceiling by default`,
      priceIn('perThousand'),
    )
    .option('--max-tokens <count>', 'longest answer', wholeNumber(1, 1_000_000))
    .option('--region <region>', 'pins the place of execution')
    .option('--system <text>', 'system message before the prompt')
    .option(
      '--ticket <credential>',
      'pay with a ticket; also TOKENBOOK_TICKET, which the list of processes does not show',
    )
    .option('--no-stream', 'wait for the whole answer')
    .action(async (prompt: string, options: ChatOptions, command: Command) => {
      const { json } = outputOf(command);
      const client = chatClient(optionsOf(command), options.ticket, json ? 'exact' : 'lines');
      const asked = prompt === '-' ? await text(process.stdin) : prompt;
      if (asked.trim() === '') throw new CommandError('The prompt is empty.');
      const signal = untilInterrupted();
      const { model, maxPrice } = options;
      const limit = maxPrice && (await limitFor(client, model, maxPrice));
      const body = bodyOf(asked, options, limit);
      try {
        if (options.stream) await streamed(client, body, json, signal);
        else await whole(client, body, json, signal);
      } catch (err) {
        if (!signal.aborted) throw err;
        if (!json) console.error('\nended by Ctrl-C: what was generated until now is charged');
      }
    });
}

/** A ticket stands in the place of the buyer's key. */
function chatClient(options: Options, given: string | undefined, reading: Reading): Client {
  const ticket = given ?? (process.env['TOKENBOOK_TICKET'] || undefined);
  if (ticket === undefined) return new Client(portFor('buyer', process.env, options), reading);
  const port = portFor('anyone', process.env, options);
  return new Client({ ...port, headers: { authorization: `Bearer ${ticket}` } }, reading);
}

function bodyOf(
  prompt: string,
  { model, maxTokens, region, system, stream }: ChatOptions,
  maxPrice: string | undefined,
): object {
  return {
    model,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: prompt },
    ],
    ...(maxPrice === undefined ? {} : { max_price: maxPrice }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(region === undefined ? {} : { region }),
    ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
  };
}

async function streamed(
  client: Client,
  body: object,
  json: boolean,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.send('POST', '/v1/chat/completions', { body, signal });
  let fill: Fill | undefined;
  const take = (chunk: Chunk) => {
    fill = chunk.fill ?? fill;
    if (json) console.log(JSON.stringify(chunk));
    else process.stdout.write(plainText(chunk.choices[0]?.delta?.content ?? '', 'lines'));
  };
  try {
    await readChunks(answer, take);
  } finally {
    if (!json) process.stdout.write('\n');
  }
  if (!json && fill) printFill(fill);
}

async function whole(
  client: Client,
  body: object,
  json: boolean,
  signal: AbortSignal,
): Promise<void> {
  const answer = (await client.call('POST', '/v1/chat/completions', body, signal)) as {
    readonly choices: readonly { readonly message: { readonly content: string | null } }[];
    readonly fill: Fill;
  };
  if (json) return printJson(answer);
  console.log(answer.choices[0]?.message.content ?? '');
  printFill(answer.fill);
}

/** On standard error: what is piped on is the answer alone. */
function printFill({
  tokens,
  fill_price: price,
  list_price: list,
  cost,
  region,
  fill_id: id,
}: Fill): void {
  const lines = [
    `${tokens} tokens at ${price} USD per 1M (list price ${list}), ${region}: ${cost} USD`,
    `fill ${id}`,
  ];
  for (const line of lines) console.error(pc.dim(plainText(line)));
}
