/**
 * First module of the shell: hands its own copy of the federation runtime to the remotes, whose entries are built
 * without one (see docs/adr/0002-federation-runtime.md). A getter, because each container fills a fresh object.
 */

import { createInstance } from '@module-federation/runtime';
import federation from '@module-federation/webpack-bundler-runtime';
// A build that exposes nothing leaves this part out of its bundler runtime; the remotes need it.
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

// All that a container calls. Looking for an instance of the build, as the runtime's own `init` does, would find the
// shell's: every container gets one for itself.
const containerRuntime = { init: createInstance };

Object.defineProperty(globalThis, '__EZDASH_FEDERATION__', {
  value: {
    runtime: containerRuntime,
    get bundlerRuntime() {
      return {
        ...federation,
        runtime: containerRuntime,
        bundlerRuntime: { ...federation.bundlerRuntime, initContainerEntry, S: {} },
        bundlerRuntimeOptions: {},
      };
    },
  },
});
