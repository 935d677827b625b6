/**
 * The steps of requests in this process: each turn of the event loop in which a request continues.
 * Between two of them a connection can end. A request names the step at which it leaves by a header.
 */
import { AsyncResource, createHook, executionAsyncId } from 'node:async_hooks';
import { type IncomingMessage, Server } from 'node:http';

export const RUN_HEADER = 'x-test-run';

export interface Run {
  /** The step at which it leaves; Infinity for never. */
  readonly leavesAt: number;
  readonly leave: (req: IncomingMessage) => void;
  steps: number;
}

interface Followed {
  readonly run: Run;
  readonly req: IncomingMessage;
  turn: number;
}

export class RequestSteps {
  private readonly runs = new Map<string, Run>();
  private readonly followed = new Map<number, Followed>();
  private turn = 0;
  private isOwn = false;
  private readonly emit = Server.prototype.emit;
  private readonly hook = createHook({
    init: (asyncId) => {
      const request = this.isOwn ? undefined : this.followed.get(executionAsyncId());
      if (request) this.followed.set(asyncId, request);
    },
    before: (asyncId) => this.step(asyncId),
  });

  start(): void {
    const { emit, runs } = this;
    const begin = (req: IncomingMessage, go: () => boolean) => this.begin(req, go);
    Server.prototype.emit = function (this: Server, event: string, ...given: any[]) {
      const go = () => Reflect.apply(emit, this, [event, ...given]) as boolean;
      const req = event === 'request' || event === 'upgrade' ? given[0] : null;
      return req && runs.has(String(req.headers[RUN_HEADER])) ? begin(req, go) : go();
    } as typeof emit;
    this.hook.enable();
  }

  stop(): void {
    this.hook.disable();
    Server.prototype.emit = this.emit;
    this.forget();
  }

  add(name: string, run: Run): void {
    this.runs.set(name, run);
  }

  /** What still continues is not followed any more. */
  forget(): void {
    this.runs.clear();
    this.followed.clear();
  }

  private begin(req: IncomingMessage, go: () => boolean): boolean {
    const run = this.runs.get(String(req.headers[RUN_HEADER]))!;
    const resource = new AsyncResource('REQUEST');
    this.followed.set(resource.asyncId(), { run, req, turn: -1 });
    return resource.runInAsyncScope(go);
  }

  private step(asyncId: number): void {
    const request = this.followed.get(asyncId);
    if (!request || request.turn === this.turn) return;
    request.turn = this.turn;
    this.isOwn = true;
    setImmediate(() => (this.turn += 1)).unref();
    const { run, req } = request;
    run.steps += 1;
    if (run.steps === run.leavesAt) run.leave(req);
    this.isOwn = false;
  }
}
