/** The page of the `tokenbook` command, from the commands themselves; `npm run generate` writes it. */
import type { Command, Option } from 'commander';
import { createProgram } from './main';

export function generatedCommandPages(): Record<string, string> {
  return { 'docs/reference/command-line.md': commandLinePage() };
}

function commandLinePage(): string {
  const program = createProgram();
  const lines = [
    '# The tokenbook command',
    '',
    '<!-- Written by `npm run generate`; do not edit. Source: cli/ -->',
    '',
    '`npx tokenbook <command>` in the project folder, `node cli/tokenbook.mjs <command>` in the image. It calls the',
    "operator's port of a gateway ([operator-api.md](operator-api.md)): `--url`, else `http://127.0.0.1:<ADMIN_PORT>`, with the",
    'token of `TOKENBOOK_OPERATOR_TOKEN`, else of `credentials.json` in `TOKENBOOK_HOME`. The exit code is 0 on success and',
    '1 when the gateway refused or was unreachable, or the command was invalid; the reason is on standard error.',
    '',
    ...optionTable(program),
  ];
  for (const group of program.commands) {
    lines.push('', `## ${group.name()}`, '', sentence(group.description()));
    for (const command of group.commands) {
      lines.push('', `### ${group.name()} ${command.name()}`, '');
      lines.push('```', `tokenbook ${group.name()} ${command.name()} ${usage(command)}`.trim());
      lines.push('```', '', sentence(command.description()));
      if (command.options.length > 0) lines.push('', ...optionTable(command));
    }
  }
  return `${lines.join('\n')}\n`;
}

function usage(command: Command): string {
  const words = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const required = command.options.filter((option) => option.mandatory);
  const parts = [...words, ...required.map((option) => option.flags)];
  return [...parts, ...(command.options.length > required.length ? ['[options]'] : [])].join(' ');
}

function optionTable(command: Command): string[] {
  return ['| Option | Meaning |', '|---|---|', ...command.options.map(row)];
}

function row({ flags, description, mandatory }: Option): string {
  const meaning = [description, ...(mandatory ? ['required'] : [])].filter(Boolean).join('; ');
  return `| \`${flags}\` | ${meaning.replaceAll('|', '\\|')} |`;
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return whole.endsWith('.') ? whole : `${whole}.`;
}
