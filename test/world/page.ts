/** What the page says besides the tables. */
import type { Row } from './row';

export const INTRODUCTION = `# Compatibility matrix

*Which real servers can sell, which real clients can buy, and what fails?*

Written by \`npm run world\`, which installs the programs in the cache with pinned versions and runs them against an exchange of real
processes ([testing](../internals/testing.md#real-software)). The servers serve a tiny model with random weights that is made on the spot.
Given tools, it begins with a call; a server that does not constrain what a model writes then gets a call that nobody can read, which says
nothing about the exchange.

| Column | What is asked |
|---|---|
| offer | \`seller up\` accepts the server and offers it; a dash where it is registered directly |
| chat, stream | text arrives |
| tools | a call has arguments of its schema, streamed and not |
| json | an answer has the JSON schema that was asked for |
| usage | the caller sees the tokens, streamed and not |
| 402, 404 | without money, and for a model that nobody offers, the client raises an error that names the status or its reason |

A dash stands for what a program has no way to ask. **works**: everything; **partly**: some of it, with the reason below the table;
**not supported**: it speaks another API than chat completions.
`;

const notRun = (name: string, reason: string): Row => ({
  name,
  version: null,
  outcomes: [],
  reason,
});

/** Of each table: programs that were looked at and cannot run where the matrix is made. */
export const NOT_RUN: readonly (readonly Row[])[] = [
  [
    notRun(
      'llama-cpp-python[server] 0.3.36',
      'PyPI has only its source, of which a third was compiled within 40 minutes on two busy processors',
    ),
    notRun('vLLM, SGLang', 'their wheels need a GPU, which the machine of the matrix lacks'),
    notRun('Ollama, TGI', 'are in no package registry: a binary and an image'),
  ],
  [
    notRun(
      'openai (Go) 3.99.0',
      'its package was not compiled within ten minutes on two busy processors',
    ),
  ],
];
