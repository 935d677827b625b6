/**
 * Instructions to the sellers of test mode: a line `test:<name>` in the last message of a chat makes
 * them answer in a certain way, so that a client can be tested against every outcome.
 */
interface InstructionRule {
  readonly effect: string;
}

const RULES = {
  slow: { effect: 'The first byte comes after three seconds.' },
  long: { effect: 'The answer has as many tokens as `max_tokens` allows, up to 4,096.' },
  refuse: { effect: 'The seller refuses the request with 400, and nothing is charged.' },
  throttle: { effect: 'Every seller answers 429 with `Retry-After: 1`.' },
  fail: { effect: 'Every seller answers 500.' },
  'fail-first': {
    effect: 'The seller of the best ask answers 500; the request goes to the next one.',
  },
  disconnect: { effect: 'The connection breaks off halfway through the answer.' },
} as const satisfies Record<string, InstructionRule>;

export type TestInstruction = keyof typeof RULES;

export const TEST_INSTRUCTIONS: Readonly<Record<TestInstruction, InstructionRule>> = RULES;

/** Its spaces end with the line: spaces that span lines would be read again from each line. */
const LINE = /^[ \t]*test:([a-z-]+)[ \t]*$/m;

/** The instruction in a message; null for none, and for an unknown one. */
export function instructionIn(message: string): TestInstruction | null {
  const name = LINE.exec(message)?.[1];
  return name !== undefined && Object.hasOwn(RULES, name) ? (name as TestInstruction) : null;
}
