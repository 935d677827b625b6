/** Reads the rules of the exchange out of `docs/rules/`, as docs/rules/README.md says they are written. */
import type { Source } from '../../setup/generate/sources';

export interface Rule {
  readonly page: string;
  readonly id: string;
  readonly isRetired: boolean;
  readonly hasReason: boolean;
  /** Whether it links a file of tests; that the file exists is what documents.test.ts checks. */
  readonly hasTest: boolean;
}

const FOLDER = 'docs/rules/';

export function isRulePage({ path }: Source): boolean {
  return path.startsWith(FOLDER) && path.endsWith('.md') && path !== `${FOLDER}README.md`;
}

/** Every section of a page is a rule. */
export function rulesOf({ path, text }: Source): Rule[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [id = '', ...lines] = section.split('\n');
    const body = lines.join('\n').trim();
    return {
      page: path,
      id,
      isRetired: body.startsWith('**Retired.**'),
      hasReason: /^Reason: \S/m.test(body),
      hasTest: /^Held by \[.+\]\(\.\.\/\.\.\/test\/.+\.test\.tsx?\)/m.test(body),
    };
  });
}
