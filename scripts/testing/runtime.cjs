/**
 * Jest's own runtime, which compiles what it reads once for each worker instead of once for each file of tests: a file
 * of tests reads up to two thousand modules, and V8 parsed them all anew. Each file still runs every module itself, in
 * globals of its own; what is shared is the code.
 */
const vm = require('node:vm');
const Runtime = require('jest-runtime');

const { compileFunction } = vm;
/** By file: its source as it was compiled, and what came of it. */
const compiled = new Map();
/** Such a module asks the runtime that read it for others later on, which is over with its file of tests. */
const DYNAMIC_IMPORT = /\bimport\s*\(/;

vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext } = options;
  if (!parsingContext || DYNAMIC_IMPORT.test(source)) return compileFunction(source, parameters, options);
  const known = compiled.get(filename);
  if (known?.source === source) return known.script.runInContext(parsingContext);
  const head = `(function (${parameters.join(', ')}) {`;
  // The places in errors stay those of the file.
  const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, script });
  return script.runInContext(parsingContext);
};

module.exports = Runtime;
