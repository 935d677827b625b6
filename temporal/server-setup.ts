/**
 * What workflows need of the Temporal server: its search attributes, and the schedules of the maintenance.
 * A server that lost its data, or from which somebody removed them, gets them again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings';
import type { Temporal } from './connection';
import { registerSearchAttributes } from './register-search-attributes';
import { ensureSchedules } from './schedules';

/** As often as the maintenance is due. */
const CHECK_EVERY_MS = 30_000;

type Deployment = Pick<Settings, 'TEMPORAL_NAMESPACE' | 'TOKENBOOK_DEPLOYMENT'>;

export class ServerSetup {
  private readonly ending = new AbortController();
  private checking: Promise<void> = Promise.resolve();

  private constructor(
    private readonly temporal: Pick<Temporal, 'client' | 'connection'>,
    private readonly deployment: Deployment,
    private readonly logger: Pick<Logger, 'error' | 'info' | 'warn'>,
    private readonly checkEveryMs: number,
  ) {}

  /** @throws Error when the schedules cannot be created */
  static async keep(
    temporal: Pick<Temporal, 'client' | 'connection'>,
    deployment: Deployment,
    logger: Pick<Logger, 'error' | 'info' | 'warn'>,
    checkEveryMs = CHECK_EVERY_MS,
  ): Promise<ServerSetup> {
    const setup = new ServerSetup(temporal, deployment, logger, checkEveryMs);
    await setup.ensure();
    setup.checking = setup.check();
    return setup;
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.checking;
  }

  private async check(): Promise<void> {
    const { signal } = this.ending;
    for (;;) {
      await delay(this.checkEveryMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.ensure().catch((err: unknown) => {
        this.logger.warn({ err }, 'the setup of the Temporal server could not be checked');
      });
    }
  }

  private async ensure(): Promise<void> {
    const { TEMPORAL_NAMESPACE, TOKENBOOK_DEPLOYMENT } = this.deployment;
    await registerSearchAttributes(this.temporal.connection, TEMPORAL_NAMESPACE, this.logger);
    await ensureSchedules(this.temporal.client, TOKENBOOK_DEPLOYMENT);
  }
}
