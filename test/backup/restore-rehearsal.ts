/** An exchange under load, a snapshot of it, and the exchange that starts from it with nothing else. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { COMMAND, NO_PROFILES, type Result, Run } from '../cli/command';
import type { Settings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';
import type { Market } from '../e2e/market';
import { type Answer, Exchange, type StreamedAnswer } from '../support/exchange';
import type { Addresses } from '../support/servers';

const BETWEEN_CHATS_MS = 20;

/** A chat that was answered, and what its buyer was told. */
export interface ToldChat {
  readonly idempotencyKey: string;
  readonly answer: Answer;
}

/** Buyers that send one chat after the other. */
export class ChatLoad {
  readonly model: string;
  readonly key: string;
  readonly accountId: string;
  readonly told: ToldChat[] = [];
  private isOver = false;
  private readonly running: Promise<unknown>;

  constructor(
    private readonly exchange: Exchange,
    { model, key, accountId }: Market,
    buyers: number,
  ) {
    [this.model, this.key, this.accountId] = [model, key, accountId];
    this.running = Promise.all(Array.from({ length: buyers }, () => this.send()));
  }

  /** Chats that break off because the exchange is killed are not told. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async send(): Promise<void> {
    while (!this.isOver) {
      const idempotencyKey = randomUUID();
      const answer = await this.exchange
        .chat(this.key, { model: this.model }, { idempotencyKey })
        .catch(() => null);
      if (answer) this.told.push({ idempotencyKey, answer });
      await delay(BETWEEN_CHATS_MS);
    }
  }
}

/** `tokenbook verify` with the records of an exchange. */
export function verify(
  { mongoUri, MONGODB_DATABASE }: Settings,
  ...args: string[]
): Promise<Result> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    TOKENBOOK_PROFILES: NO_PROFILES,
    MONGODB_URI: mongoUri,
    MONGODB_DATABASE,
  };
  return new Run(spawn(process.execPath, [COMMAND, 'verify', ...args], { env })).ended;
}

/** Copies MongoDB's folder while its writes wait, and everything else continues. */
export async function copyLocked(
  { connection }: WritableRecords,
  from: string,
  to: string,
): Promise<void> {
  const admin = connection.getClient().db('admin');
  await admin.command({ fsync: 1, lock: true });
  try {
    const isNoSocket = (path: string) => !path.endsWith('.sock');
    await cp(join(from, 'mongod'), join(to, 'mongod'), { recursive: true, filter: isNoSocket });
  } finally {
    await admin.command({ fsyncUnlock: 1 });
  }
}

export async function killAll({ gateways, workers, relay }: Exchange): Promise<void> {
  const processes = [...gateways, ...workers, ...(relay ? [relay] : [])];
  await Promise.all(processes.map((process) => process.kill('SIGKILL')));
}

/** With the names and secrets of the lost exchange, on other servers. */
export function startFrom(lost: Exchange, addresses: Addresses): Promise<Exchange> {
  const { secrets, TOKENBOOK_DEPLOYMENT, MONGODB_DATABASE } = lost.settings;
  return Exchange.start({
    gateways: 2,
    relay: true,
    addresses,
    settings: {
      secrets,
      TOKENBOOK_DEPLOYMENT,
      MONGODB_DATABASE,
    },
  });
}

/** What a client keeps of an answer, streamed or not. */
export function contentOf(answer: Answer | StreamedAnswer): string {
  if (!('chunks' in answer)) return answer.body.choices[0].message.content;
  return answer.chunks.map(({ choices }) => choices[0]?.delta?.content ?? '').join('');
}
