/**
 * What the tests of a file share: opened before the first of them, closed behind the last. Hooks run
 * in the order in which a file names them, so what is closed before it is opened behind it.
 */
export function forFile<Shared extends object>(
  open: () => Promise<Shared>,
  close: (shared: Shared) => unknown,
): Shared {
  let shared: Shared | undefined;
  beforeAll(async () => {
    shared = await open();
  });
  afterAll(async () => {
    if (shared) await close(shared);
  });
  const opened = (): Shared => {
    if (shared) return shared;
    throw new Error('It is opened with the first test of the file.');
  };
  return new Proxy({} as Shared, {
    get: (_, name) => Reflect.get(opened(), name),
    set: (_, name, value) => Reflect.set(opened(), name, value),
    has: (_, name) => Reflect.has(opened(), name),
    ownKeys: () => Reflect.ownKeys(opened()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(opened(), name),
  });
}
