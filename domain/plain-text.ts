/**
 * Text of others as people may see it on a terminal. Escape sequences clear the screen, write the
 * clipboard or draw rows of a table; bidirectional controls show words in another order.
 */

/** C0, DEL, C1 and the bidirectional controls. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

/**
 * @param form `line` for what stands in a row: new lines and tabs become spaces; `lines` for
 *   answers, which keep them
 */
export function plainText(text: string, form: 'line' | 'lines' = 'line'): string {
  return text.replace(CONTROLS, (control) => {
    if (control !== '\n' && control !== '\t') return '';
    return form === 'lines' ? control : ' ';
  });
}
