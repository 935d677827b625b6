/** Usage as sellers report it, and the charge (MONEY-6, MONEY-7, MONEY-8). */
import fc from 'fast-check';
import { usageIn } from '../../domain/answers/reported-usage';
import { chargeOf } from '../../domain/usage';

const readUsage = (usage: unknown) => usageIn({ usage })?.report ?? null;

describe('a report of usage', () => {
  const read = (prompt: unknown, completion: unknown, total?: unknown, details?: unknown) =>
    readUsage({
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: total,
      completion_tokens_details: details,
    });

  test.each([
    ['sums right', read(10, 5, 15), [10, 5, 15, 0]],
    ['without a total', read(10, 5), [10, 5, 15, 0]],
    ['a total that counts more than its parts', read(10, 5, 70), [10, 5, 70, 55]],
    ['a total alone', read(undefined, undefined, 500), [null, null, 500, 0]],
    ['a total beside one part', read(undefined, 5, 15), [null, 5, 15, 0]],
    ['a total too small', read(10, 5, 1), [10, 5, 15, 0]],
    ['a negative total', read(10, 5, -15), [10, 5, 15, 0]],
    [
      'reasoning within the completion',
      read(10, 50, 60, { reasoning_tokens: 40 }),
      [10, 50, 60, 40],
    ],
    ['reasoning beside the completion', read(10, 5, 55, { reasoning_tokens: 40 }), [10, 5, 55, 40]],
    ['wrong reasoning', read(10, 5, 15, { reasoning_tokens: -1 }), [10, 5, 15, 0]],
    ['reasoning in digits', read(10, 5, 15, { reasoning_tokens: '4' }), [10, 5, 15, 4]],
    ['reasoning that is no count', read(10, 5, 15, { reasoning_tokens: '4.5' }), [10, 5, 15, 0]],
    ['digits in strings', read('10', '5', '15'), [10, 5, 15, 0]],
    ['no details', read(10, 5, 15, null), [10, 5, 15, 0]],
    ['details in words', read(10, 5, 15, 'many'), [10, 5, 15, 0]],
    ['a total beside the prompt', read(10, null, 15), [10, null, 15, 0]],
    ['a total below the one part', read(null, 50, 15), [null, 50, 50, 0]],
    ['a total beyond safe integers', read(10, 5, 2 ** 53), [10, 5, 15, 0]],
    ['nothing used', read(0, 0, 0), [0, 0, 0, 0]],
  ])('%s', (_name, usage, [promptTokens, completionTokens, totalTokens, reasoningTokens]) => {
    expect(usage).toEqual({ promptTokens, completionTokens, totalTokens, reasoningTokens });
  });

  test.each([
    ['negative', read(-1, 5)],
    ['fractions', read(1.5, 5)],
    ['words', read('ten', 5)],
    ['signed digits', read('+10', 5)],
    ['beyond safe integers', read(Number.MAX_SAFE_INTEGER, 2)],
    ['huge', read(1e300, 5)],
    ['infinite', read(Number.POSITIVE_INFINITY, 5)],
    ['a part missing, and no total', read(undefined, 5)],
    ['the other part missing, and no total', read(5, undefined)],
    ['a completion that is no count', read(5, 'five', 10)],
    ['a prompt that is no count', read('', 5, 10)],
    ['nothing', read(undefined, undefined)],
    ['parts that are no counts', read(1.5, 1.5, 3)],
    ['a total alone that is no count', read(undefined, undefined, -3)],
    ['null', readUsage(null)],
    ['a list', readUsage([1, 2])],
    ['a number', readUsage(7)],
  ])('%s is no report', (_name, usage) => {
    expect(usage).toBeNull();
  });

  test('whatever it is, what is read of it adds up', () => {
    const count = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.maxSafeInteger(),
      fc.string(),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(count, count, count, count, (prompt, completion, total, reasoning) => {
        const usage = read(prompt, completion, total, { reasoning_tokens: reasoning });
        if (usage === null) return;
        const sum = (usage.promptTokens ?? 0) + (usage.completionTokens ?? 0);
        expect(usage.totalTokens).toBeGreaterThanOrEqual(sum);
        for (const value of Object.values(usage)) {
          expect(value === null || (Number.isSafeInteger(value) && value >= 0)).toBe(true);
        }
      }),
    );
  });

  test('is shown to the buyer as it is charged, its details kept', () => {
    const report = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 999, queue_time: 0.1 };
    const shown = (usage: object) => usageIn({ usage })?.shown ?? null;
    expect(shown(report)).toEqual(report);
    expect(shown({ ...report, total_tokens: 3 })).toEqual({ ...report, total_tokens: 15 });
    expect(shown({ prompt_tokens: -1 })).toBeNull();
  });
});

describe('the charge', () => {
  const counted = { promptTokens: 100, plausiblePromptTokens: 200, reservedTokens: 1_000 };
  const report = (totalTokens: number, reasoningTokens = 0) => ({
    promptTokens: 100,
    completionTokens: totalTokens - 100,
    totalTokens,
    reasoningTokens,
  });
  const answered = (usage: ReturnType<typeof report> | null, completionTokens = 50) =>
    chargeOf({ kind: 'answered', usage, completionTokens }, counted);

  test('is the reported total', () => {
    expect(answered(report(160))).toMatchObject({ usedTokens: 160, usageFlag: null });
    expect(answered(report(160)).usage).toEqual({
      promptTokens: 100,
      completionTokens: 60,
      totalTokens: 160,
    });
  });

  test('is a total that was reported alone, its parts completed by our count', () => {
    const usage = {
      promptTokens: null,
      completionTokens: null,
      totalTokens: 160,
      reasoningTokens: 0,
    };
    expect(chargeOf({ kind: 'answered', usage, completionTokens: 50 }, counted)).toEqual({
      usedTokens: 160,
      usage: { promptTokens: 100, completionTokens: 60, totalTokens: 160 },
      usageFlag: null,
    });
  });

  test('is our own count without a report', () => {
    const usage = { promptTokens: 100, completionTokens: 50, totalTokens: 150 };
    expect(answered(null)).toEqual({ usedTokens: 150, usage, usageFlag: null });
  });

  test('is never above what was reserved', () => {
    expect(answered(report(5_000, 1)).usedTokens).toBe(1_000);
    expect(answered(null, 5_000).usedTokens).toBe(1_000);
  });

  test('of over twice our count is marked, unless reasoning explains it', () => {
    expect(answered(report(300))).toMatchObject({ usedTokens: 300, usageFlag: null });
    expect(answered(report(301))).toMatchObject({ usedTokens: 301, usageFlag: 'implausible' });
    expect(answered(report(301, 200))).toMatchObject({ usedTokens: 301, usageFlag: null });
    expect(answered(report(301, 1))).toMatchObject({ usageFlag: null });
    expect(answered(report(302, 1))).toMatchObject({ usedTokens: 302, usageFlag: 'implausible' });
  });

  test('of a prompt beyond twice our count is marked, whatever is called reasoning', () => {
    const inflated = { promptTokens: 301, completionTokens: 50, totalTokens: 351 };
    expect(answered({ ...inflated, reasoningTokens: 351 })).toMatchObject({
      usageFlag: 'implausible',
    });
    expect(answered({ ...inflated, promptTokens: 300, reasoningTokens: 351 })).toMatchObject({
      usageFlag: null,
    });
  });

  test('of media is marked beyond what its instrument finds plausible', () => {
    const video = { promptTokens: 15_780, plausiblePromptTokens: 473_400, reservedTokens: 20_000 };
    const reported = (promptTokens: number) => {
      const usage = { promptTokens, completionTokens: 10, totalTokens: promptTokens + 10 };
      const told = { ...usage, reasoningTokens: 0 };
      return chargeOf({ kind: 'answered', usage: told, completionTokens: 10 }, video);
    };
    expect(reported(157_804)).toMatchObject({ usedTokens: 20_000, usageFlag: null });
    expect(reported(473_410)).toMatchObject({ usedTokens: 20_000, usageFlag: null });
    expect(reported(473_411)).toMatchObject({ usedTokens: 20_000, usageFlag: 'implausible' });
  });

  test('is shown with parts that add up, whichever of them the seller has left out', () => {
    const shown = (promptTokens: number | null, completionTokens: number | null, total = 160) =>
      chargeOf(
        {
          kind: 'answered',
          usage: { promptTokens, completionTokens, totalTokens: total, reasoningTokens: 0 },
          completionTokens: 50,
        },
        counted,
      ).usage;
    expect(shown(90, null)).toEqual({ promptTokens: 90, completionTokens: 70, totalTokens: 160 });
    expect(shown(null, 70)).toEqual({ promptTokens: 90, completionTokens: 70, totalTokens: 160 });
    expect(shown(null, 20)).toEqual({ promptTokens: 100, completionTokens: 20, totalTokens: 160 });
    expect(shown(null, null, 30)).toEqual({
      promptTokens: 30,
      completionTokens: 0,
      totalTokens: 30,
    });
  });

  test('of less than half of the visible text is our own count, and marked', () => {
    const low = { promptTokens: 100, completionTokens: 24, totalTokens: 124, reasoningTokens: 0 };
    expect(answered(low)).toEqual({
      usedTokens: 150,
      usage: { promptTokens: 100, completionTokens: 50, totalTokens: 150 },
      usageFlag: 'too_low',
    });
    const half = { ...low, completionTokens: 25, totalTokens: 125 };
    expect(answered(half)).toMatchObject({ usedTokens: 125, usageFlag: null });
    const nothing = { promptTokens: 0, completionTokens: 0, totalTokens: 0, reasoningTokens: 0 };
    expect(answered(nothing, 0)).toMatchObject({ usedTokens: 100, usageFlag: 'too_low' });
  });

  test('of a total alone is marked beyond twice our count and its reasoning', () => {
    const total = (totalTokens: number, reasoningTokens: number) =>
      answered({ ...report(totalTokens, reasoningTokens), promptTokens: null as never });
    expect(total(700, 400)).toMatchObject({ usageFlag: null });
    expect(total(701, 400)).toMatchObject({ usageFlag: 'implausible' });
  });

  test('of a cut stream is shown as we have counted it, whoever broke it', () => {
    for (const by of ['seller', 'buyer', 'exchange'] as const) {
      const charge = chargeOf({ kind: 'cut', by, deliveredCompletionTokens: 7 }, counted);
      expect(charge).toEqual({
        usedTokens: by === 'buyer' ? 107 : 7,
        usage: { promptTokens: 100, completionTokens: 7, totalTokens: 107 },
        usageFlag: null,
      });
    }
  });

  test('of a cut stream: delivered tokens only, and the prompt when it was the buyer who left', () => {
    const cut = (by: 'seller' | 'buyer', deliveredCompletionTokens = 7) =>
      chargeOf({ kind: 'cut', by, deliveredCompletionTokens }, counted).usedTokens;
    expect(cut('seller')).toBe(7);
    expect(cut('buyer')).toBe(107);
    expect(cut('seller', 0)).toBe(0);
    expect(cut('seller', 5_000)).toBe(1_000);
    expect(cut('buyer', 5_000)).toBe(1_000);
  });
});
