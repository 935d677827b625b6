/** The least that a workflow can be. */
export async function empty(): Promise<void> {}
