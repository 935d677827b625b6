/**
 * Errors of MongoDB that pass by themselves: a lost connection, an election, a majority that does
 * not answer. Whether a write took effect is then unknown; a repetition gives the first answer.
 */

/** By name: `instanceof` fails for errors of another copy of the driver. */
const NAMES: ReadonlySet<string> = new Set([
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongoStalePrimaryError',
  'MongoTopologyClosedError',
  'MongoUnexpectedServerResponseError',
  'MongoWaitQueueTimeoutError',
  'PoolClearedOnNetworkError', // so called by the driver, although its class is exported with `Mongo`
]);

const CODES: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  27, // IndexNotFound: a worker builds it again
  43, // CursorNotFound: that of a former primary
  64, // WriteConcernTimeout
  79, // UnknownReplWriteConcern
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  206, // NoSuchSession
  225, // TransactionTooOld
  237, // CursorKilled
  239, // SnapshotTooOld
  246, // SnapshotUnavailable
  251, // NoSuchTransaction: that of a former primary
  262, // ExceededTimeLimit
  290, // TransactionExceededLifetimeLimitSeconds
  317, // ConnectionPoolExpired
  9_001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_601, // Interrupted
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** Somebody dropped an index that the query names: a worker builds it again. */
const BAD_VALUE = 2;
const NO_SUCH_INDEX = /hint provided does not correspond to an existing index/;

/** By which driver and server say that a repetition may succeed. */
const LABELS: ReadonlySet<unknown> = new Set([
  'PoolRequestedRetry',
  'RetryableError',
  'RetryableWriteError',
  'SystemOverloadedError',
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
]);

/**
 * The refusal of a write by what no majority has confirmed yet: perhaps by its own first try.
 */
export class Unconfirmed extends Error {
  override readonly name = 'Unconfirmed';

  constructor() {
    super('Whether this was written is not confirmed yet.');
  }
}

interface DriverError extends Error {
  readonly code?: unknown;
  readonly errorLabels?: readonly unknown[];
  /** In the error of a bulk write, which has no code itself: what concerns its confirmation. */
  readonly err?: { readonly code?: unknown };
}

export function isUnavailable(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  if (err instanceof Unconfirmed) return true;
  const { name, code, errorLabels = [], err: unconfirmed } = err as DriverError;
  return (
    NAMES.has(name) ||
    CODES.has(code ?? unconfirmed?.code) ||
    (code === BAD_VALUE && NO_SUCH_INDEX.test(err.message)) ||
    errorLabels.some((label) => LABELS.has(label))
  );
}
