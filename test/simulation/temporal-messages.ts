/**
 * Workflows of a simulation as others see them: what is sent to them, and the conditions that they
 * wait for. Temporal keeps a message until the workflow handles messages of its name.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './actors';
import { asPayload } from './temporal-values';

export type Handler = (...args: unknown[]) => unknown;

export interface RunningWorkflow {
  readonly workflowId: string;
  readonly type: string;
  readonly startedAtMs: number;
  readonly taskQueue: string;
  /** By the name of the signal or update. */
  readonly handlers: Map<string, Handler>;
  /** That wait for their handler. */
  readonly messages: Message[];
  /** Messages whose handlers have not ended. */
  handling: number;
  /** Activities of this run: its history is long when there are many. */
  activities: number;
  status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'TERMINATED' | 'CONTINUED_AS_NEW';
}

export interface Message {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Condition {
  readonly workflow: RunningWorkflow;
  readonly isTrue: () => boolean;
  readonly end: (isTrue: boolean) => void;
}

/** The workflow whose code runs. */
export const runningWorkflow = new AsyncLocalStorage<RunningWorkflow>();

export class WorkflowMessages {
  private conditions: Condition[] = [];

  constructor(private readonly actor: Actor) {}

  /** A signal or an update. @returns the result of its handler */
  send(workflow: RunningWorkflow, name: string, args: readonly unknown[]): Promise<unknown> {
    const handled = new Promise((resolve, reject) => {
      const message = { name, args: args.map(asPayload), resolve, reject };
      if (workflow.handlers.has(name)) this.handle(workflow, message);
      else workflow.messages.push(message);
    });
    handled.catch(() => undefined); // its sender may be dead
    return handled;
  }

  /** The current workflow handles messages of this name from now on. */
  setHandler(name: string, handler: Handler): void {
    const workflow = runningWorkflow.getStore()!;
    workflow.handlers.set(name, handler);
    for (const message of workflow.messages.filter((one) => one.name === name)) {
      workflow.messages.splice(workflow.messages.indexOf(message), 1);
      this.handle(workflow, message);
    }
  }

  /** The current workflow waits until the condition is true. @returns false after the time */
  condition(isTrue: () => boolean, withinMs?: number): Promise<boolean> {
    const workflow = runningWorkflow.getStore()!;
    return new Promise((resolve) => {
      const end = (value: boolean) => {
        this.conditions = this.conditions.filter((one) => one !== condition);
        clearTimeout(timer);
        resolve(value);
      };
      const condition = { workflow, isTrue, end };
      const timer = withinMs === undefined ? undefined : setTimeout(() => end(false), withinMs);
      this.conditions.push(condition);
    });
  }

  /** Ends the wait for a condition that has become true; false when none has. */
  unblock(): boolean {
    this.conditions = this.conditions.filter(({ workflow }) => workflow.status === 'RUNNING');
    const met = this.conditions.find(({ workflow, isTrue }) =>
      runningWorkflow.run(workflow, isTrue),
    );
    met?.end(true);
    return met !== undefined;
  }

  private handle(workflow: RunningWorkflow, { name, args, resolve, reject }: Message): void {
    workflow.handling += 1;
    this.actor.run(() =>
      runningWorkflow.run(workflow, () => {
        Promise.resolve()
          .then(() => workflow.handlers.get(name)!(...args))
          .finally(() => (workflow.handling -= 1))
          .then((value) => resolve(asPayload(value)), reject);
      }),
    );
  }
}
