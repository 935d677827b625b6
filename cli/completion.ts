/** Completion scripts of shells, from the commands themselves. */
import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A word that may follow. */
interface Word {
  readonly name: string;
  readonly meaning: string;
}

interface Place {
  /** The commands before the word, joined by blanks. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
}

export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program, program.options.map(wordOf));
  const choices = choicesOf(program);
  return { bash, zsh, fish }[shell](program.name(), places, choices);
}

type Choices = ReadonlyMap<string, readonly string[]>;

function placesOf(
  command: Command,
  global: readonly Word[],
  path: readonly string[] = [],
): Place[] {
  const commands = command.commands.map((child) => ({
    name: child.name(),
    meaning: child.description(),
  }));
  const own = path.length === 0 ? [] : command.options.map(wordOf);
  return [
    { path: path.join(' '), commands, options: [...own, ...global, HELP] },
    ...command.commands.flatMap((child) => placesOf(child, global, [...path, child.name()])),
  ];
}

const HELP: Word = { name: '--help', meaning: 'show what the command does' };

function wordOf({
  long,
  flags,
  description,
}: {
  long?: string;
  flags: string;
  description: string;
}): Word {
  return { name: long ?? flags, meaning: description };
}

/** Values of options that have few. */
function choicesOf(command: Command): Map<string, readonly string[]> {
  const own = command.options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [[long, argChoices] as const] : [],
  );
  const found = new Map(own);
  for (const child of command.commands) {
    for (const [name, values] of choicesOf(child)) {
      found.set(name, [...new Set([...(found.get(name) ?? []), ...values])]);
    }
  }
  return found;
}

/** Ways from one place to the next one. */
function steps(places: readonly Place[]): string[] {
  return places.map(({ path }) => path).filter((path) => path !== '');
}

function names(words: readonly Word[]): string {
  return words.map(({ name }) => name).join(' ');
}

function bash(program: string, places: readonly Place[], choices: Choices): string {
  const known = steps(places).map((path) => `"${path}"`);
  return `# bash completion of ${program}:  source <(${program} completion bash)
_${program}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" next word words
  case "$prev" in
${[...choices].map(([name, values]) => `    ${name}) COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$cur")); return;;`).join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in
      ${known.join('|')}) path="$next";;
    esac
  done
  case "$path" in
${places.map(({ path, commands, options }) => `    "${path}") words="${names([...commands, ...options])}";;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _${program} ${program}
`;
}

function zsh(program: string, places: readonly Place[], choices: Choices): string {
  const described = ({ name, meaning }: Word) =>
    quoted(`${name}:${meaning.replaceAll(':', '\\:')}`);
  return `#compdef ${program}
# zsh completion of ${program}:  source <(${program} completion zsh), after compinit
_${program}() {
  local path_so_far="" next word
  local -a candidates
  case "\${words[CURRENT - 1]}" in
${[...choices].map(([name, values]) => `    ${name}) compadd -- ${values.join(' ')}; return;;`).join('\n')}
  esac
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    next="\${path_so_far:+$path_so_far }$word"
    case "$next" in
      ${steps(places).map(quoted).join('|')}) path_so_far="$next";;
    esac
  done
  case "$path_so_far" in
${places.map(({ path, commands, options }) => `    ${quoted(path)}) candidates=(${[...commands, ...options].map(described).join(' ')});;`).join('\n')}
  esac
  _describe ${program} candidates || _files
}
compdef _${program} ${program}
`;
}

function fish(program: string, places: readonly Place[], choices: Choices): string {
  const lines = places.flatMap(({ path, commands, options }) => [
    ...commands.map(({ name, meaning }) => offer(program, path, `-a ${name}`, meaning)),
    ...options.map(({ name, meaning }) => {
      const values = choices.get(name);
      const more = values ? ` -x -a '${values.join(' ')}'` : '';
      return offer(program, path, `-l ${name.replace('--', '')}${more}`, meaning);
    }),
  ]);
  return `# fish completion of ${program}:  ${program} completion fish | source
function __${program}_at
  set -l path
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
      case ${steps(places)
        .map((path) => quoted(path.includes(' ') ? path : ` ${path}`))
        .join(' ')}
        set path (string trim -- "$path $word")
    end
  end
  test "$path" = "$argv"
end
complete -c ${program} -f
${lines.join('\n')}
`;
}

function offer(program: string, path: string, what: string, meaning: string): string {
  return `complete -c ${program} -n ${quoted(`__${program}_at ${path}`.trim())} ${what} -d ${quoted(meaning)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
