/** Compares what a page shows with what a command prints: all but ids, times, credentials, classes and `…`. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/(?:tkt|sk-tb)_\w{49}/g, '<credential>'],
  // A seller has no class until it has a score.
  [/"(?:prime|standard|basic|unrated)"/g, '<class>'],
  // Unix times, in seconds or milliseconds.
  [/\b1[789]\d{8}(?:\d{3})?\b/g, '<time>'],
];

/** @returns what is shown and was not printed; empty when all of it was */
export function missingFrom(printed: string, shown: string, language: string): string[] {
  return language === 'json' ? jsonMissing(printed, shown) : linesMissing(printed, shown);
}

function jsonMissing(printed: string, shown: string): string[] {
  try {
    const [actual, expected] = [JSON.parse(printed), JSON.parse(shown)].map((value) =>
      linesOf(JSON.stringify(value, null, 2)),
    ) as [string[], string[]];
    if (actual.length !== expected.length) return [`other fields: ${printed}`];
    return expected.filter((line, index) => !patternOf(line).test(actual[index] ?? ''));
  } catch {
    return [`no JSON: ${printed}`];
  }
}

/** The lines that are shown, in their order among those that are printed. */
function linesMissing(printed: string, shown: string): string[] {
  const rest = linesOf(printed);
  return linesOf(shown).filter((line) => {
    const found = rest.findIndex((one) => patternOf(line).test(one));
    if (found >= 0) rest.splice(0, found + 1);
    return found < 0;
  });
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      VARYING.reduce((changed, [pattern, name]) => changed.replaceAll(pattern, name), line.trim()),
    )
    .filter((line) => line !== '');
}

function patternOf(line: string): RegExp {
  const literal = line.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll('…', '.*').replaceAll(/ +/g, ' +')}$`);
}
