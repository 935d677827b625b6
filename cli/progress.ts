/** A line that tells how long work has been going on; on a terminal only, and gone when it ends. */
const BETWEEN_LINES_MS = 1_000;

export async function withProgress<T>(what: string, work: Promise<T>): Promise<T> {
  const { stderr } = process;
  if (stderr.isTTY !== true) return work;
  const startedAtMs = Date.now();
  const show = () => {
    const seconds = Math.floor((Date.now() - startedAtMs) / 1_000);
    stderr.write(`\r\u001B[K${what}, ${seconds} s`);
  };
  const timer = setInterval(show, BETWEEN_LINES_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    stderr.write('\r\u001B[K');
  }
}
