/** The files that `npm run generate` writes, each from its single source. */
import { ASKED_ENDS, ASKED_WORDS } from '../../domain/asked-sellers';
import { ERROR_CODES, ruleOf } from '../../domain/errors';
import { courseTable } from './course-table';
import { orderStateDiagram } from '../../domain/order-states';
import { marketRulesPage } from './market-rules';
import { architecturePage } from './architecture';
import { testModePage } from './test-mode';
import { type Variable, variableGroups } from './variables';

const WRITTEN_BY = 'Written by `npm run generate`; do not edit.';

/** Every generated page by its path. */
export function generatedPages(): Record<string, string> {
  return {
    '.env.example': envExample(),
    'docs/operate/configuration.md': configurationPage(),
    'docs/reference/errors.md': errorsPage(),
    'docs/reference/market-rules.md': marketRulesPage(WRITTEN_BY),
    'docs/reference/order-states.md': orderStatesPage(),
    ...architecturePage(),
    ...testModePage(),
  };
}

function envExample(): string {
  const lines = [
    `# ${WRITTEN_BY.replaceAll('`', '')}`,
    '# Every variable that Tokenbook reads, with its default. npm start requires none of them.',
  ];
  for (const { title, variables } of variableGroups()) {
    lines.push('', `## ${title.replaceAll('`', '')}`);
    for (const variable of variables) {
      lines.push(`# ${variable.description}${variable.secret ? ` ${SECRET_NOTE}` : ''}`);
      lines.push(`# ${variable.name}=${variable.defaultValue ?? ''}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const SECRET_NOTE = 'Secret; required when TOKENBOOK_ENV is set.';

function configurationPage(): string {
  const lines = [
    '# Configuration',
    '',
    `<!-- ${WRITTEN_BY} Source: config/schema.ts -->`,
    '',
    'Every setting is an environment variable. All of them are read and checked once, when a process starts:',
    'an invalid value or a missing secret ends the process with a message that lists every problem.',
    'No configuration is required for local use. Secrets are generated once and kept in `.tokenbook/credentials.json` (mode 600).',
  ];
  for (const { title, variables } of variableGroups()) {
    lines.push('', `## ${title}`, '', '| Variable | Default | Meaning |', '|---|---|---|');
    lines.push(...variables.map(configurationRow));
  }
  return `${lines.join('\n')}\n`;
}

function configurationRow({ name, defaultValue, description, secret }: Variable): string {
  const shown = secret ? 'made once' : defaultValue === null ? '' : `\`${defaultValue}\``;
  const meaning = secret ? `${description} ${SECRET_NOTE}` : description;
  return `| \`${name}\` | ${shown} | ${meaning.replaceAll('|', '\\|')} |`;
}

function orderStatesPage(): string {
  return [
    '# States of a chat order',
    '',
    `<!-- ${WRITTEN_BY} Source: domain/order-states.ts -->`,
    '',
    'Every ledger write that moves an order is conditional on its previous state, so one of two concurrent writes is',
    'refused. An order has at most one live fill: the one that is `reserved` for it. Once a fill is',
    'reserved, the order ends `filled` or `refused`, whichever process dies. The steps in between:',
    '[the life of a chat completion](../concepts/chat-order.md).',
    '',
    '```mermaid',
    orderStateDiagram(),
    '```',
    '',
    'What follows an attempt at a seller, of a bid and of a draw, in the gateway as in a workflow (`domain/chat-course.ts`):',
    '',
    ...courseTable(),
    '',
    'A second refusal ends the order with the first one. When nobody is left, the seller whose wait ends first is waited for, within the deadline.',
    '',
  ].join('\n');
}

function errorsPage(): string {
  const lines = [
    '# Errors',
    '',
    `<!-- ${WRITTEN_BY} Source: domain/errors.ts -->`,
    '',
    'Every error body is a JSON object with a `code` and a human-readable text. On the Seller, Market and operator',
    'surfaces it is `{code, message, error, documentation_url}`, `message` and `error` carrying the same text. On the Buyer',
    'surface it is `{code, message, error: {message, type, code, param, documentation_url}}`, which the stock OpenAI',
    'clients read. `param` names the field at fault where there is one. Branch on `code`; the texts may change.',
    'Where a message states numbers, `numbers` has them as fields beside `param`: `best_ask` and `max_price` (USD per 1,000',
    'tokens) with `no_fill_at_limit`, `largest_offer` and `quantity_needed` (tokens) with a `no_match` for the size.',
    '',
    'A chat that sellers were asked for in vain names them: `error.sellers_asked` has for each, in the order in which they',
    'were asked, `seller_id`, `attempts`, the HTTP `status` it answered with (or `null`) and the `reason` of its end. `message`',
    'says the same in words. A refusal in the words of a seller has `error.sellers_asked` too.',
    '',
    '| `reason` | The seller |',
    '|---|---|',
    ...ASKED_ENDS.map((end) => `| \`${end}\` | ${ASKED_WORDS[end]} |`),
    '',
    '`documentation_url` leads to the page of the code, served by the gateway at `/docs/errors/<code>`. It is absolute when',
    '`PUBLIC_URL` is set, and a path on the same server otherwise. The chunk that ends a broken stream carries it too.',
    '',
    'Where the last column says `never`, the answer carries `x-should-retry: false`: the same request, sent again at once,',
    'cannot succeed. The page of a code says when, and with which Idempotency-Key, to send it again.',
    '',
    '| Code | HTTP | `error.type` | Meaning | Retry |',
    '|---|---|---|---|---|',
  ];
  for (const code of ERROR_CODES) {
    const { status, type, message, retry } = ruleOf(code);
    const link = `[\`${code}\`](errors/${code}.md)`;
    lines.push(`| ${link} | ${status} | \`${type}\` | ${message} | ${retry ?? ''} |`);
  }
  return `${lines.join('\n')}\n`;
}
