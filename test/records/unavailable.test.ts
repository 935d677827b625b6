/** Errors of MongoDB as the driver builds them: those that pass are 503, and nobody is blamed. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { mongo } from 'mongoose';
import { asFailure } from '../../api/middleware/errors';
import { isPermanent } from '../../records/mongodb/permanent-error';
import { isUnavailable, Unconfirmed } from '../../records/mongodb/unavailable';

/** The driver exports no class of these, and calls one of them otherwise than its class. */
const errors = requireOfDriver('lib/cmap/errors.js') as Record<
  'PoolClearedError' | 'PoolClearedOnNetworkError' | 'PoolClosedError' | 'WaitQueueTimeoutError',
  new (...given: unknown[]) => Error
>;

function requireOfDriver(path: string): unknown {
  const driver = createRequire(require.resolve('mongoose')).resolve('mongodb/package.json');
  return require(join(dirname(driver), path)) as unknown;
}

const POOL = { address: '127.0.0.1:27017', serverError: new Error('connection reset') };

/** An answer of the server with `ok: 0`. */
const refused = (code: number, codeName: string) =>
  new mongo.MongoServerError({ ok: 0, code, codeName, errmsg: codeName, message: codeName });

const unconfirmed = (code: number, codeName: string) =>
  new mongo.MongoWriteConcernError({
    ok: 1,
    writeConcernError: { code, codeName, errmsg: codeName },
  });

function labelled(label: string): Error {
  const err = new mongo.MongoServerError({ ok: 0, code: 1, message: 'internal error' });
  err.addErrorLabel(label);
  return err;
}

/** The driver copies no code of what concerns only the confirmation of a bulk write. */
function unconfirmedBulkWrite(): Error {
  const message = 'waiting for replication timed out';
  const err = new mongo.MongoBulkWriteError({ message } as never, {} as never);
  return Object.assign(err, { err: { code: 64, errmsg: message } });
}

const PASSING: readonly Error[] = [
  new mongo.MongoClientClosedError(),
  new mongo.MongoExpiredSessionError(),
  new mongo.MongoNetworkError('read ECONNRESET'),
  new mongo.MongoNetworkTimeoutError('connection timed out'),
  new mongo.MongoNotConnectedError('not connected'),
  new mongo.MongoOperationTimeoutError('Timed out during withTransaction'),
  new errors.PoolClearedError(POOL),
  new errors.PoolClearedOnNetworkError(POOL),
  new errors.PoolClosedError(POOL),
  new mongo.MongoServerClosedError(),
  new mongo.MongoServerSelectionError('no primary', { error: undefined } as never),
  new mongo.MongoStalePrimaryError('primary marked stale'),
  new mongo.MongoTopologyClosedError(),
  new mongo.MongoUnexpectedServerResponseError('no cursor in the answer'),
  new errors.WaitQueueTimeoutError('no connection was free', '127.0.0.1:27017'),
  refused(24, 'LockTimeout'),
  refused(43, 'CursorNotFound'),
  refused(50, 'MaxTimeMSExpired'),
  refused(112, 'WriteConflict'),
  refused(189, 'PrimarySteppedDown'),
  refused(225, 'TransactionTooOld'),
  refused(237, 'CursorKilled'),
  refused(246, 'SnapshotUnavailable'),
  refused(251, 'NoSuchTransaction'),
  refused(10_107, 'NotWritablePrimary'),
  refused(11_600, 'InterruptedAtShutdown'),
  refused(11_601, 'Interrupted'),
  refused(11_602, 'InterruptedDueToReplStateChange'),
  refused(13_436, 'NotPrimaryOrSecondary'),
  unconfirmed(64, 'WriteConcernTimeout'),
  unconfirmed(91, 'ShutdownInProgress'),
  unconfirmed(11_602, 'InterruptedDueToReplStateChange'),
  ...Object.values(mongo.MongoErrorLabel)
    .filter((label) => /^(Retryable|Transient|UnknownTransaction|PoolRequested|System)/.test(label))
    .map(labelled),
  new Unconfirmed(),
];

const nameOf = (err: Error) =>
  `${err.name} ${(err as { codeName?: string }).codeName ?? err.message}`;

test.each(PASSING.map((err) => [nameOf(err), err] as const))('%s is 503', (_, err) => {
  expect(asFailure(err)).toMatchObject({ code: 'service_unavailable' });
  expect(isPermanent(err)).toBe(false);
});

test('a bulk write that no majority confirms is 503', () => {
  expect(isUnavailable(unconfirmedBulkWrite())).toBe(true);
});

test.each([
  ['a duplicate key', refused(11_000, 'DuplicateKey')],
  ['a refused document', refused(121, 'DocumentValidationFailure')],
  ['a right that is missing', refused(13, 'Unauthorized')],
  ['a mistake in the program', new TypeError('undefined is not a function')],
  ['a wrong argument', new mongo.MongoInvalidArgumentError('limit is a number')],
])('%s does not pass by itself', (_, err) => {
  expect(isUnavailable(err)).toBe(false);
  expect(asFailure(err)).toMatchObject({ code: 'internal_error' });
});
