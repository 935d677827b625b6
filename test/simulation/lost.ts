/** What a process sees of a server when its connection is lost. */
import { mongo } from 'mongoose';

export const mongoLost = () => new mongo.MongoNetworkError('The simulation lost the connection');
/** While no member is the primary. */
export const mongoRefused = () =>
  new mongo.MongoServerError({
    ok: 0,
    message: 'not primary',
    code: 10107,
    codeName: 'NotWritablePrimary',
    errorLabels: ['RetryableWriteError', 'TransientTransactionError'],
  });
export const redisLost = () => new Error('Connection is closed.');
export const temporalLost = () => new Error('14 UNAVAILABLE: the simulation lost the connection');
