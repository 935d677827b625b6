/** Everything that an exchange writes down or says, as pieces to search in. */
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import Redis from 'ioredis';
import { mongo } from 'mongoose';
import type { Exchange } from '../support/exchange';
import { type Piece, piecesOf } from './search';

/** Every sink by name. Servers are asked for their folders, so that their files are read too. */
export async function sinksOf(exchange: Exchange): Promise<Map<string, Piece[]>> {
  const { mongoUri, redisUrl, temporalAddress } = exchange.settings;
  const client = await mongo.MongoClient.connect(mongoUri);
  try {
    const dbPath: string = (await client.db('admin').command({ getCmdLineOpts: 1 })).parsed.storage
      .dbPath;
    const folder = dirname(dbPath);
    return new Map([
      ['documents of MongoDB, its oplog included', await documents(client)],
      ['keys and functions of Redis', await redisValues(redisUrl)],
      ['append-only file of Redis', await files(join(folder, 'redis'))],
      ['histories and descriptions of Temporal', await histories(temporalAddress)],
      ['database file of Temporal', await files(join(folder, 'temporal'))],
      ['logs of the servers', await files(join(folder, 'logs'))],
      ['logs of our processes', processLogs(exchange)],
      ['metrics', await metrics(exchange)],
    ]);
  } finally {
    await client.close();
  }
}

/** BSON byte for byte. The oplog also holds what was overwritten or removed meanwhile. */
async function documents(client: mongo.MongoClient): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const { databases } = await client.db().admin().listDatabases();
  for (const { name } of databases) {
    const database = client.db(name);
    for (const collection of await database.listCollections().toArray()) {
      const found = database.collection(collection.name).find({}, { raw: true });
      for await (const document of found) pieces.push(document as unknown as Buffer);
    }
  }
  return pieces;
}

async function redisValues(url: string): Promise<Piece[]> {
  const redis = new Redis(url);
  try {
    const pieces: Piece[] = [];
    for (const key of await redis.keysBuffer('*'))
      pieces.push(key, ...(await valuesOf(redis, key)));
    return pieces;
  } finally {
    redis.disconnect();
  }
}

async function valuesOf(redis: Redis, key: Buffer): Promise<Piece[]> {
  const type = await redis.type(key);
  switch (type) {
    case 'string':
      return piecesOf(await redis.getBuffer(key));
    case 'hash':
      return piecesOf(await redis.callBuffer('HGETALL', key));
    case 'list':
      return piecesOf(await redis.lrangeBuffer(key, 0, -1));
    case 'set':
      return piecesOf(await redis.smembersBuffer(key));
    case 'zset':
      return piecesOf(await redis.callBuffer('ZRANGE', key, '0', '-1'));
    case 'stream':
      return piecesOf(await redis.xrangeBuffer(key, '-', '+'));
    case 'none': // expired meanwhile
      return [];
    default:
      throw new Error(`No reader for Redis values of type ${type}`);
  }
}

async function histories(address: string): Promise<Piece[]> {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection });
    const pieces: Piece[] = [];
    for await (const { workflowId, runId } of workflow.list()) {
      const handle = workflow.getHandle(workflowId, runId);
      pieces.push(...piecesOf(await handle.fetchHistory()));
      pieces.push(...piecesOf((await handle.describe()).raw));
    }
    return pieces;
  } finally {
    await connection.close();
  }
}

async function files(folder: string): Promise<Piece[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
}

function processLogs({ gateways, workers, relay }: Exchange): Piece[] {
  return [...gateways, ...workers, ...(relay ? [relay] : [])].map((process) => process.output());
}

async function metrics(exchange: Exchange): Promise<Piece[]> {
  const answers = await Promise.all(
    exchange.gateways.map((_gateway, at) =>
      exchange.send('GET', '/metrics', { admin: true, gateway: at }),
    ),
  );
  return answers.map(({ body }) => String(body));
}
