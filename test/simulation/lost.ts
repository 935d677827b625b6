/** What a process sees of a server when its connection is lost. */
import { mongo } from 'mongoose';

export const mongoLost = () => new mongo.MongoNetworkError('The simulation lost the connection');
export const redisLost = () => new Error('Connection is closed.');
export const temporalLost = () => new Error('14 UNAVAILABLE: the simulation lost the connection');
