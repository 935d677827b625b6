/** A workflow without a step. */
export async function empty(): Promise<void> {}
