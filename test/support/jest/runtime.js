/**
 * How a test file loads modules: the product and the tests anew for each file, from code that its
 * worker compiles once; packages once for each worker, by Node. What jest itself does, to compile and
 * load all of them for each file, takes a third of the processor time of all tests. `executor` and
 * `mockState` are no public part of jest: when a release changes them, no test can start.
 */
const { createRequire, isBuiltin } = require('node:module');
const { Script } = require('node:vm');
const Runtime = require('jest-runtime').default;

/** Of this worker: what each file last compiled to. */
const scripts = new Map();

/** It remembers the time of its last id, which a file with a clock of its own would leave to the next one. */
const LOADED_ANEW = ['uuid'];

module.exports = class OneRealmRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    const head = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
    executor.compile = (source, filename) => scriptOf(source, filename, head).runInThisContext();
  }

  requireModuleOrMock(from, name) {
    const isShared = isPackage(name) && !LOADED_ANEW.includes(name);
    if (!isShared || this.mockState.shouldMockCjs(from, name).shouldMock) {
      return super.requireModuleOrMock(from, name);
    }
    return createRequire(from)(name);
  }
};

/** In contrast to a file, and to what Node and jest bring. */
function isPackage(name) {
  return !/^[./]/.test(name) && !isBuiltin(name) && name !== '@jest/globals';
}

function scriptOf(source, filename, head) {
  const known = scripts.get(filename);
  if (known?.source === source && known.head === head) return known.script;
  const script = new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  scripts.set(filename, { source, head, script });
  return script;
}
