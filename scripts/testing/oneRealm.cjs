/**
 * Node's own globals in the place of a copy for each file of tests, so that packages of node_modules are read once for each
 * worker (runtime.cjs). The project's own modules are still run anew for each file.
 */
const { TestEnvironment } = require('jest-environment-node');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Of environments that have no globals of their own. */
const contexts = new WeakSet();

class OneRealm extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    contexts.add(this.context);
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
    // What a file of tests sets, or its runtime, the next one must not find.
    this.variables = { ...process.env };
    this.getBuiltinModule = process.getBuiltinModule;
  }

  async teardown() {
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    process.getBuiltinModule = this.getBuiltinModule;
    await super.teardown();
  }
}

module.exports = OneRealm;
module.exports.contexts = contexts;
