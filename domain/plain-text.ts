/**
 * Text of others as people may see it on a terminal. Escape sequences clear the screen, write the
 * clipboard or draw rows of a table; bidirectional controls show words in another order.
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
