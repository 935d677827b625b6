/** The text without this character at its end, in linear time: `/\/+$/` reads a run from each of its characters. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
