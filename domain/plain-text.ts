/**
 * Text of others as people may see it on a terminal. Escape sequences clear the screen, write the
 * clipboard or draw rows of a table; bidirectional controls show words in another order; zero-width
 * characters make two names look like one.
 */

/** A line end of a CSV file; else C0, DEL, C1 and the bidirectional controls. */
const CONTROLS = /\r\n|[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * @param form `line` for what stands in a row: new lines and tabs become spaces; `lines` for
 *   answers, which keep them
 */
export function plainText(text: string, form: 'line' | 'lines' = 'line'): string {
  return text.replace(CONTROLS, (control) => {
    if (!['\n', '\t', '\r\n'].includes(control)) return '';
    return form === 'lines' ? control : ' ';
  });
}

/** C0, DEL, C1, bidirectional controls, what has no width, and the separators of lines. */
const UNSEEN = String.raw`\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\uFFF9-\uFFFB`;
const ALL_UNSEEN = new RegExp(`[${UNSEEN}]`, 'gu');
/** But the two that choose between the forms of a sign: `❤️` is common, and shows what it is. */
const REFUSED = new RegExp(String.raw`(?![\uFE0E\uFE0F])[${UNSEEN}]`, 'u');

/** Whether a text has a character that no reader sees, which no text of a stranger may have. */
export function hasUnseen(text: string): boolean {
  return REFUSED.test(text);
}

export function withoutUnseen(text: string): string {
  return text.replace(ALL_UNSEEN, '');
}
