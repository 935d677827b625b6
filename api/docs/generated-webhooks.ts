/** The events of `docs/reference/webhooks.md`, made from their registry, schemas and examples. */
import { z } from 'zod';
import {
  CHALLENGE_EVENT,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  WEBHOOK_EVENT_TYPES,
} from '../../domain/webhooks';
import { webhookBodyExample } from '../routes/examples/webhooks';
import { SENT_EVENT_TYPES, webhookBodySchema } from '../schemas/webhook-events';

type SentType = (typeof SENT_EVENT_TYPES)[number];

interface Field {
  readonly description?: string;
  readonly anyOf?: readonly Field[];
}

/** Content by the name of the block. */
export function webhookEventsBlock(): Record<string, string> {
  return { 'webhook events': [eventsTable(), ...groups().map(describe)].join('\n\n') };
}

function eventsTable(): string {
  const rows = WEBHOOK_EVENT_TYPES.map((type) => {
    const { audiences, meaning } = WEBHOOK_EVENTS[type];
    const whom = audiences.map((one) => (one === 'account' ? 'buyer' : 'seller')).join(', ');
    return `| \`${type}\` | ${whom} | ${meaning} |`;
  });
  const test = `| \`${TEST_EVENT}\` | whoever asks for it | A test of the endpoint. |`;
  const challenge = `| \`${CHALLENGE_EVENT}\` | every new URL | A challenge that the answer has to repeat. |`;
  return ['| Type | Sent to | Meaning |', '|---|---|---|', ...rows, test, challenge].join('\n');
}

/** Types whose data has the same fields, in the order of the registry. */
function groups(): SentType[][] {
  const byFields = new Map<string, SentType[]>();
  for (const type of SENT_EVENT_TYPES) {
    const fields = JSON.stringify(fieldsOf(type));
    byFields.set(fields, [...(byFields.get(fields) ?? []), type]);
  }
  return [...byFields.values()];
}

function describe(types: readonly SentType[]): string {
  const [first] = types as [SentType];
  const rows = Object.entries(fieldsOf(first)).map(
    ([name, field]) => `| \`${name}\` | ${meaningOf(field).replaceAll('|', '\\|')} |`,
  );
  return [
    `### ${types.map((type) => `\`${type}\``).join(', ')}`,
    ['| Field of `data` | Meaning |', '|---|---|', ...rows].join('\n'),
    ['```json', JSON.stringify(webhookBodyExample(first), null, 2), '```'].join('\n'),
  ].join('\n\n');
}

function fieldsOf(type: SentType): Record<string, Field> {
  const { shape } = webhookBodySchema(type).shape.data;
  const fields = Object.entries<z.ZodType>(shape);
  return Object.fromEntries(fields.map(([name, field]) => [name, z.toJSONSchema(field) as Field]));
}

function meaningOf({ description, anyOf = [] }: Field): string {
  return description ?? anyOf.flatMap((one) => one.description ?? [])[0] ?? '';
}
