/**
 * What is asked inside the page. Each function is sent there as its own text: it knows nothing of this module, and no
 * function in it has a name, because some compilers wrap those in a helper that the page does not have.
 */

declare global {
  interface Window {
    /** Containers of remotes lie under the names that their releases say. */
    [container: string]: unknown;
  }
}

/** What a page says of the loading of a remote. */
export interface PageState {
  /** The entry has defined its container. */
  isDefined: boolean;
  /** The shell has loaded the module, or has given up. */
  loaded: 'yes' | 'failed' | null;
  /** The module stands in the page. */
  isMounted: boolean;
}

export function readState(what: { remote: string; module: string; global: string }): PageState {
  const container: unknown = window[what.global];
  const marks = performance.getEntriesByName('ezdash:remote', 'measure');
  const details = marks.map((mark) => ('detail' in mark ? mark.detail : null) as Record<string, unknown>);
  const own = details.find((detail) => detail.remote === what.remote && detail.module === what.module);
  return {
    isDefined: typeof container === 'object' && container !== null && 'get' in container,
    loaded: own ? (own.failed === true ? 'failed' : 'yes') : null,
    isMounted:
      document.querySelector(`[data-mf-remote="${what.remote}"][data-mf-module="${what.module}"]`) !== null,
  };
}

/** Asks the container for each module, as the shell does: what is wrong with it, or null. */
export function readExposes(what: { global: string; modules: string[]; answerMs: number }) {
  return Promise.all(
    what.modules.map(async (module) => {
      const container = window[what.global] as { get(name: string): Promise<unknown> };
      const problem = await Promise.race([
        new Promise<string>((resolve) => {
          setTimeout(() => resolve('never answers'), what.answerMs);
        }),
        Promise.resolve()
          .then(() => container.get(`./${module}`))
          .then((factory) => (typeof factory === 'function' ? factory() : null))
          .then((exported) => {
            const component: unknown = exported?.default;
            const isComponent =
              typeof component === 'function' ||
              (typeof component === 'object' && component !== null && '$$typeof' in component);
            return isComponent ? null : 'exports no component as its default';
          })
          .catch((error: unknown) => (error instanceof Error ? error.message : String(error)) || 'fails'),
      ]);
      return { module, problem };
    }),
  );
}
