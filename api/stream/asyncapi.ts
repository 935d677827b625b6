/** The stream's description, AsyncAPI 3, made from the declarations of its channels and messages. */
import { API_VERSION, VERSION } from '../../config/version';
import { type ErrorCode, ruleOf } from '../../domain/errors';
import { errorExample, flatErrorSchema } from '../openapi/error-responses';
import { type Json, definitionsOf, referenceTo, schemaOf } from './asyncapi-schemas';
import {
  type ChannelName,
  type DeclaredChannel,
  type DeclaredMessage,
  type ReceivedMessage,
  streamChannels,
  streamMessages,
} from './declarations';

const DESCRIPTION = `A complete \`orderbook_snapshot\` is sent first, and another one after each change of the book; under
load the newest one wins. Each replaces all that a client knows. \`trade\` messages come between them, in order, and are
lost only to a client that does not read. Messages that are not described here are ignored. Reconnect with exponential
backoff.`;

const SERVERS = {
  gateway: {
    host: '{gateway}',
    pathname: '/market',
    protocol: 'ws',
    description: 'The base address of the Market surface; `wss` behind TLS.',
    variables: { gateway: { default: '127.0.0.1:8080' } },
  },
  socketio: {
    host: '{gateway}',
    protocol: 'ws',
    description: 'The gateway itself; `wss` behind TLS.',
    variables: { gateway: { default: '127.0.0.1:8080' } },
  },
} as const satisfies Readonly<Record<DeclaredChannel['server'], Json>>;

/** The message that carries an error body. */
const REFUSAL = 'refusal';

const channels = Object.entries<DeclaredChannel>(streamChannels) as [
  ChannelName,
  DeclaredChannel,
][];
const messages = Object.entries<DeclaredMessage>(streamMessages);
const received = messages.filter((one): one is [string, ReceivedMessage] => isReceived(one[1]));

export function describeStream(): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tokenbook order-book stream',
      version: API_VERSION,
      'x-release': VERSION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      description: DESCRIPTION.replaceAll('\n', ' '),
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: Object.fromEntries(channels.map(([name, one]) => [name, channel(name, one)])),
    operations: Object.fromEntries([...channels.map(sending), ...receiving()]),
    components: {
      messages: Object.fromEntries(componentsOf()),
      schemas: definitionsOf([
        ...messages.map(([, { schema }]) => schema),
        ...received.map(([, { answer }]) => answer.schema),
        flatErrorSchema,
      ]),
    },
  };
}

function channel(name: ChannelName, declared: DeclaredChannel): Json {
  const { title, description, server, path, query, errors } = declared;
  return {
    address: path,
    title,
    description: [description, ...refusedUpgrade(errors)].join(' '),
    servers: [{ $ref: `#/servers/${server}` }],
    messages: Object.fromEntries(
      namesOn(name).map((one) => [one, { $ref: `#/components/messages/${one}` }]),
    ),
    bindings: {
      ws: {
        method: 'GET',
        ...(query ? { query: schemaOf(query) } : {}),
        bindingVersion: '0.1.0',
      },
    },
    'x-error-codes': errors,
  };
}

/** Every message of a channel, with the answers to those that are received there. */
function namesOn(name: ChannelName): string[] {
  const on = messages.filter(([, { channels: its }]) => its.includes(name));
  const answered = on.filter(([, one]) => isReceived(one)).map(([one]) => answerName(one));
  const names = on.map(([one]) => one);
  return answered.length === 0 ? names : [...names, ...answered, REFUSAL];
}

function sending([name, { publishes }]: [ChannelName, DeclaredChannel]): [string, Json] {
  const sent = messages.filter(([, one]) => !isReceived(one) && one.channels.includes(name));
  const operation = {
    action: 'send',
    title: publishes.title,
    channel: { $ref: `#/channels/${name}` },
    messages: sent.map(([one]) => onChannel(name, one)),
  };
  return [publishes.operation, operation];
}

function receiving(): [string, Json][] {
  return received.map(
    ([
      name,
      {
        channels: [on],
        summary,
        description,
        errors,
      },
    ]) => [
      name,
      {
        action: 'receive',
        title: summary,
        description: [description, `Refused with ${codesOf(errors)}.`].filter(Boolean).join(' '),
        channel: { $ref: `#/channels/${on}` },
        messages: [onChannel(on, name)],
        reply: {
          channel: { $ref: `#/channels/${on}` },
          messages: [onChannel(on, answerName(name)), onChannel(on, REFUSAL)],
        },
        'x-error-codes': errors,
      },
    ],
  );
}

function componentsOf(): [string, Json][] {
  const codes = [...new Set(received.flatMap(([, { errors }]) => errors))];
  const refused = codes.map((one) => ({ name: one, payload: errorExample(one, 'market') }));
  return [
    ...messages.map(([name, { summary, description, schema, example }]): [string, Json] => [
      name,
      {
        ...message(name, summary, referenceTo(schema)),
        ...(description === undefined ? {} : { description }),
        examples: [{ payload: example }],
      },
    ]),
    ...received.map(([name, { answer }]): [string, Json] => [
      answerName(name),
      {
        ...message(answerName(name), `The answer to \`${name}\`.`, referenceTo(answer.schema)),
        examples: [{ payload: answer.example }],
      },
    ]),
    [
      REFUSAL,
      {
        ...message(REFUSAL, 'Why a request was refused.', referenceTo(flatErrorSchema)),
        examples: refused,
      },
    ],
  ];
}

function message(name: string, summary: string, payload: Json): Json {
  return { name, title: name, summary, contentType: 'application/json', payload };
}

function onChannel(name: ChannelName, one: string): Json {
  return { $ref: `#/channels/${name}/messages/${one}` };
}

function isReceived(one: DeclaredMessage): one is ReceivedMessage {
  return one.direction === 'received';
}

const answerName = (name: string) => `${name}_answer`;

function refusedUpgrade(codes: readonly ErrorCode[]): string[] {
  const answers = codes.map((one) => `${ruleOf(one).status} \`${one}\``);
  return [
    `A refused upgrade is answered with an HTTP error: ${answers.join(', ')}.`,
    '`forbidden`: the origin of the browser is not approved.',
    '`rate_limited`: the address has too many open connections.',
  ];
}

function codesOf(codes: readonly ErrorCode[]): string {
  return codes.map((one) => `\`${one}\``).join(', ');
}
