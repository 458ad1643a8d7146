/**
 * Jest's own runtime, which compiles what it reads once for each worker instead of once for each file of tests: a file
 * of tests reads up to two thousand modules, and V8 parsed them all anew. Each file still runs every module itself, in
 * globals of its own; what is shared is the code. In the environment of oneRealm.cjs the packages of others are shared, too.
 */
const { createRequire } = require('node:module');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { contexts } = require('./oneRealm.cjs');

const { compileFunction } = vm;
/** By file: its source as it was compiled, and what came of it. */
const compiled = new Map();
/** Such a module asks the runtime that read it for others later on, which is over with its file of tests. */
const DYNAMIC_IMPORT = /\bimport\s*\(/;

vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext } = options;
  const inOurs = contexts.has(parsingContext);
  if (!parsingContext || DYNAMIC_IMPORT.test(source))
    return compileFunction(source, parameters, inOurs ? { ...options, parsingContext: undefined } : options);
  const known = compiled.get(filename);
  const run = (script) => (inOurs ? script.runInThisContext() : script.runInContext(parsingContext));
  if (known?.source === source) return run(known.script);
  const head = `(function (${parameters.join(', ')}) {`;
  // The places in errors stay those of the file.
  const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, script });
  return run(script);
};

/**
 * A package of others, which files of tests without globals of their own share: none of the workspace's, none of Jest's, and
 * not the one that jest.config.mjs maps.
 */
const SHARED = /^(?![./]|node:|@ezdash\/|@jest\/|jest|unpdf)/;

module.exports = class extends Runtime {
  requireModuleOrMock(from, name) {
    const isShared =
      contexts.has(this._environment.getVmContext()) &&
      SHARED.test(name) &&
      !this.mockState.shouldMockCjs(from, name).shouldMock;
    return isShared ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
};
