/**
 * Whether a text is an absolute URL. `URL.canParse` of Node 20 and 22 refuses host names beyond ASCII once
 * the engine has optimized it, after some thousand calls.
 */
export function canParseUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
