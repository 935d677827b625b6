/** The page of the `tokenbook` command, from the commands themselves; `npm run generate` writes it. */
import type { Command, Option } from 'commander';
import { EXIT_CODES } from './exit-codes';
import { createProgram } from './main';

export function generatedCommandPages(): Record<string, string> {
  return { 'docs/reference/command-line.md': commandLinePage() };
}

const OPENING = [
  '# The tokenbook command',
  '',
  '<!-- Written by `npm run generate`; do not edit. Source: cli/ -->',
  '',
  '`npx tokenbook <command>` in the project folder, `node cli/tokenbook.mjs <command>` in the image. Beside `npm start` it needs',
  'no setup: it finds the local exchange, its operator token and the key of its demo buyer. Answers are on standard output,',
  'reasons and remarks on standard error. `npx` starts it in 2.0 s, `node cli/tokenbook.mjs` in 0.22 s: run',
  '`alias tokenbook="node $PWD/cli/tokenbook.mjs"` in the project folder, and `tokenbook` is the fast one.',
];

const ADDRESSES = [
  '## Addresses, keys, profiles',
  '',
  'A key comes from the first of these that has it, and goes only to the address of the same column: a key of the environment is not',
  'sent to the address of a profile, and that of a profile not to `TOKENBOOK_URL`. `--url` chooses the source whose address it is; a key of',
  'the environment without an address goes to `--url`. Redirects are not followed. Keys are never printed.',
  '',
  '| Value | Option | Environment | Profile | Without a profile |',
  '|---|---|---|---|---|',
  '| Gateway | `--url` | `TOKENBOOK_URL` | `url` | `http://127.0.0.1:<PORT>` |',
  "| Operator's port ([operator-api.md](operator-api.md)) | `--url` | `TOKENBOOK_ADMIN_URL` | `admin_url` | `http://127.0.0.1:<ADMIN_PORT>` |",
  '| Buyer key | | `TOKENBOOK_BUYER_KEY` | `buyer_key` | demo buyer in `TOKENBOOK_HOME` |',
  '| Seller key | | `TOKENBOOK_SELLER_KEY` | `seller_key` | |',
  '| Operator token | | `TOKENBOOK_OPERATOR_TOKEN` | `operator_token` | `credentials.json` in `TOKENBOOK_HOME` |',
  '',
  '`tokenbook login` writes profiles to `~/.config/tokenbook/profiles.json` (or where `TOKENBOOK_PROFILES` says), with mode 600. The',
  'command refuses a file of profiles that others can read. `--profile`, or `TOKENBOOK_PROFILE`, chooses one, which is then',
  'the only source; otherwise the default one counts. The file `.env` of the installation, beside `package.json`, sets what the environment',
  'does not, unless a profile is named. It is a source of its own: its keys go to its address, or to this machine. A `.env` of another folder is',
  'never read.',
];

const COLOURS = [
  '`--json` prints one JSON document, or one per line for what goes on until Ctrl-C; then an error is JSON too, on standard error.',
  'Colours and drawing in place are for terminals only; `NO_COLOR` turns colours off.',
];

function commandLinePage(): string {
  const program = createProgram();
  const lines = [...OPENING, '', ...optionTable(program), '', ...COLOURS, '', ...ADDRESSES, ''];
  lines.push('## Exit codes', '', '| Code | Meaning |', '|---|---|');
  for (const { code, meaning } of Object.values(EXIT_CODES)) lines.push(`| ${code} | ${meaning} |`);
  for (const group of program.commands) {
    lines.push('', `## ${group.name()}`, '');
    if (group.commands.length === 0) lines.push(...described(group, group.name()));
    else lines.push(sentence(group.description()));
    if (group.commands.length > 0 && group.options.length > 0)
      lines.push('', ...optionTable(group));
    for (const command of group.commands) {
      const name = `${group.name()} ${command.name()}`;
      lines.push('', `### ${name}`, '', ...described(command, name));
    }
  }
  return `${lines.join('\n')}\n`;
}

function described(command: Command, name: string): string[] {
  const lines = ['```', `tokenbook ${name} ${usage(command)}`.trim(), '```', ''];
  lines.push(sentence(command.description()));
  if (command.options.length > 0) lines.push('', ...optionTable(command));
  return lines;
}

function usage(command: Command): string {
  const words = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const required = command.options.filter((option) => option.mandatory);
  const parts = [...words, ...required.map((option) => option.flags)];
  return [...parts, ...(command.options.length > required.length ? ['[options]'] : [])].join(' ');
}

function optionTable(command: Command): string[] {
  return ['| Option | Meaning |', '|---|---|', ...command.options.map(row)];
}

function row({ flags, description, mandatory, argChoices, defaultValue }: Option): string {
  const isShown = typeof defaultValue === 'number' || typeof defaultValue === 'string';
  const meaning = [
    description,
    ...(argChoices ? [`one of ${argChoices.join(', ')}`] : []),
    ...(isShown ? [`default ${defaultValue}`] : []),
    ...(mandatory ? ['required'] : []),
  ];
  return `| \`${flags}\` | ${meaning.filter(Boolean).join('; ').replaceAll('|', '\\|')} |`;
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return whole.endsWith('.') ? whole : `${whole}.`;
}
