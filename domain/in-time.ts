/**
 * Waits for an answer for a limited time; one that comes later is dropped.
 * @throws the error of `late`, and those of the answer
 */
export async function inTime<Answer>(
  asked: Promise<Answer>,
  limitMs: number,
  late = (): Error => new Error(`no answer within ${limitMs} ms`),
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), limitMs);
  });
  return Promise.race([asked, limit]).finally(() => clearTimeout(timer));
}
