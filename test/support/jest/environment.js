/**
 * The environment of a test file: the realm of its worker, as production has one. Jest's own gives each
 * file another realm, whose errors and dates are not those of packages that were loaded outside of it.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const NodeEnvironment = require('jest-environment-node').default;

const { exit } = process;
/** Where jest keeps the tests of a file, and who is told of them, in the realm. */
const OF_JEST = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'RETRY_TIMES_SETTER'];

/**
 * Contexts in use. Up to Node 22 each one makes every callback of the process slower, and the modules of
 * each file have their own.
 */
const contexts = new Set();
const { _enable: enable } = AsyncLocalStorage.prototype;
if (enable) {
  AsyncLocalStorage.prototype._enable = function () {
    contexts.add(this);
    return enable.call(this);
  };
}

module.exports = class OneRealm extends NodeEnvironment {
  #env = { ...process.env };

  constructor(config, ctx) {
    super(config, ctx);
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({
      config: config.projectConfig,
      global: globalThis,
    });
  }

  /** What a file changes of the worker's process and realm ends with the file. */
  async teardown() {
    await super.teardown();
    for (const name of Object.keys(process.env)) {
      if (!(name in this.#env)) delete process.env[name];
    }
    Object.assign(process.env, this.#env);
    process.exit = exit;
    // A package of the worker that uses one again enables it again.
    for (const context of contexts) context.disable();
    contexts.clear();
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (OF_JEST.includes(symbol.description)) delete globalThis[symbol];
    }
  }
};
