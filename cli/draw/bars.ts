/** Bars out of block characters; their lengths are computed with integers only. */

const EIGHTHS_ACROSS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const EIGHTHS_UP = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A horizontal bar of at most `width` columns; any part above zero is visible. */
export function barAcross(part: bigint, whole: bigint, width: number): string {
  if (part <= 0n || whole <= 0n) return '';
  const eighths = Number((part * BigInt(width * 8)) / whole);
  const length = Math.max(1, Math.min(eighths, width * 8));
  return '█'.repeat(Math.floor(length / 8)) + (EIGHTHS_ACROSS[length % 8] ?? '');
}

/** One character whose height shows a part of the whole. */
export function barUp(part: bigint, whole: bigint): string {
  if (part <= 0n || whole <= 0n) return ' ';
  const eighths = Number((part * 8n) / whole);
  return EIGHTHS_UP[Math.max(1, Math.min(eighths, 8))] ?? ' ';
}

/** Whole numbers in groups of three. */
export function grouped(digits: string | number | bigint): string {
  return BigInt(digits).toLocaleString('en-US');
}
