/**
 * Errors of MongoDB that pass by themselves: a lost connection, an election, a majority that does
 * not answer. Whether a write took effect is then unknown; a repetition gives the first answer.
 */

/** By name: `instanceof` fails for errors of another copy of the driver. */
const NAMES: ReadonlySet<string> = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClearedOnNetworkError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
]);

const CODES: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  251, // NoSuchTransaction: that of a former primary
  9_001, // SocketException
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** By which the driver says that a repetition may succeed. */
const LABELS: ReadonlySet<unknown> = new Set(['RetryableWriteError', 'TransientTransactionError']);

export function isUnavailable(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  const { code, errorLabels = [] } = err as { code?: unknown; errorLabels?: readonly unknown[] };
  return NAMES.has(err.name) || CODES.has(code) || errorLabels.some((label) => LABELS.has(label));
}
