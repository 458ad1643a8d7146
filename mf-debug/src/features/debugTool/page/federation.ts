import type { Registry } from '@ezdash/contracts';

const REMOTES_PATH = '/remotes';
const LOAD_MARK = 'ezdash:remote';

/** How a remote stands in this page. `replaced`: the release given did not load or render, another one runs. */
export type RemoteState = 'notLoaded' | 'loaded' | 'replaced' | 'failed';

/** A remote in this page. Times in ms, sizes in bytes. */
export interface RemoteFacts {
  name: string;
  /** What the page was given. */
  given: string;
  /** What runs; null when none of its modules does. */
  running: string | null;
  state: RemoteState;
  /** Time its entry took; null when it was not asked for, or is not known any more. */
  entryMs: number | null;
  /** What its modules took, their entry included, in the order of their loading. */
  modules: { module: string; durationMs: number }[];
  /** Of its scripts and sheets: how many, what came over the line (0: all of it was in the cache), what that unpacks to. */
  files: { count: number; transferred: number; decoded: number };
}

/** A package that shell and remotes have in common. */
export interface SharedFacts {
  name: string;
  version: string;
  /** Who brings it; null when nobody says so. */
  from: string | null;
  loaded: boolean;
  /** Who has asked for it. */
  usedBy: string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** `mf_auth_3` → `mf-auth`: each take of a remote is registered under a name of its own. */
const remoteNameOf = (registered: string): string => registered.replace(/_\d+$/, '').replace(/_/g, '-');

const registryElement = () => document.getElementById('registry');

function readRegistry(): Registry {
  try {
    return JSON.parse(registryElement()?.textContent ?? '{}') as Registry;
  } catch {
    return {};
  }
}

/** Version of the shell that runs in this page; null when the page does not say. */
export const readShellVersion = (): string | null => registryElement()?.dataset.shell ?? null;

interface Load {
  remote: string;
  module: string;
  version: string;
  failed: boolean;
  durationMs: number;
}

/** What the shell has marked of loading modules, in the order of time. */
function readLoads(): Load[] {
  const marks = performance.getEntriesByName?.(LOAD_MARK, 'measure') ?? [];
  return marks.flatMap((mark) => {
    const detail: unknown = 'detail' in mark ? mark.detail : null;
    if (!isRecord(detail)) return [];
    const { remote, module, version, failed } = detail;
    const load = { remote: textOf(remote), module: textOf(module), version: textOf(version) };
    return [{ ...load, failed: failed === true, durationMs: mark.duration }];
  });
}

/** Files of a release that this page has fetched. One that was preloaded and then used counts once. */
function readFiles(name: string, version: string): PerformanceResourceTiming[] {
  const folder = new URL(`${REMOTES_PATH}/${name}/${version}/`, window.location.origin).href;
  const files = new Map<string, PerformanceResourceTiming>();
  for (const entry of performance.getEntriesByType?.('resource') ?? []) {
    if (!entry.name.startsWith(folder) || !('decodedBodySize' in entry)) continue;
    const file = entry as PerformanceResourceTiming;
    const known = files.get(file.name);
    if (!known || known.decodedBodySize < file.decodedBodySize) files.set(file.name, file);
  }
  return [...files.values()];
}

/** Remote → version of its module that is in the page at this moment. */
function readMounted(): Map<string, string> {
  const mounted = new Map<string, string>();
  for (const node of document.querySelectorAll<HTMLElement>('[data-mf-remote]')) {
    const { mfRemote, mfVersion } = node.dataset;
    if (mfRemote && mfVersion) mounted.set(mfRemote, mfVersion);
  }
  return mounted;
}

function stateOf(given: string, running: string | null, loads: Load[]): RemoteState {
  if (running !== null) return running === given ? 'loaded' : 'replaced';
  return loads.some(({ failed }) => failed) ? 'failed' : 'notLoaded';
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function factsOf(name: string, given: string, loads: Load[], mounted: string | undefined): RemoteFacts {
  const done = loads.filter(({ failed }) => !failed);
  const running = mounted ?? done.at(-1)?.version ?? null;
  const files = readFiles(name, running ?? given);
  const entry = files.find((file) => file.name.endsWith('/remoteEntry.js'));
  return {
    name,
    given,
    running,
    state: stateOf(given, running, loads),
    entryMs: entry?.duration ?? null,
    modules: done
      .filter(({ version }) => version === running)
      .map(({ module, durationMs }) => ({ module, durationMs })),
    files: {
      count: files.length,
      transferred: sum(files.map((file) => file.transferSize)),
      decoded: sum(files.map((file) => file.decodedBodySize)),
    },
  };
}

/** Remotes that this page knows, by name, as they stand now. */
export function readRemotes(): RemoteFacts[] {
  const mounted = readMounted();
  const loads = readLoads();
  return Object.entries(readRegistry())
    .map(([name, { version }]) =>
      factsOf(
        name,
        version,
        loads.filter(({ remote }) => remote === name),
        mounted.get(name),
      ),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Those of the federation's runtime, the shell's first: remotes make theirs when they are loaded. */
function readInstances(): Record<string, unknown>[] {
  const federation: unknown = Reflect.get(globalThis, '__FEDERATION__');
  const instances = isRecord(federation) ? federation.__INSTANCES__ : [];
  return Array.isArray(instances) ? instances.filter(isRecord) : [];
}

const fieldsOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);

/** `react 19.3.1` → who brings it. A scope's own `from` will not do: it is whoever has asked for it first. */
function readProviders(instances: Record<string, unknown>[]): Map<string, string> {
  const offers = instances.flatMap(({ options }) =>
    fieldsOf(isRecord(options) ? options.shared : null).flatMap(([name, offered]) =>
      (Array.isArray(offered) ? offered : []).filter(isRecord).map(({ version }): [string, string] => {
        const provider = isRecord(options) ? textOf(options.name) : '';
        return [`${name} ${textOf(version)}`, remoteNameOf(provider)];
      }),
    ),
  );
  return new Map(offers);
}

/** Packages of the scope that the shell shares with its remotes, by name, each with its versions. */
export function readShared(): SharedFacts[] {
  const instances = readInstances();
  const providers = readProviders(instances);
  const scopes = instances[0]?.shareScopeMap;
  return fieldsOf(isRecord(scopes) ? scopes.default : null)
    .flatMap(([name, versions]) =>
      fieldsOf(versions).map(([version, shared]): SharedFacts => {
        const { loaded, lib, useIn } = isRecord(shared) ? shared : {};
        const users: unknown[] = Array.isArray(useIn) ? useIn : [];
        return {
          name,
          version,
          from: providers.get(`${name} ${version}`) ?? null,
          loaded: loaded === true || typeof lib === 'function',
          usedBy: [...new Set(users.map((user) => remoteNameOf(textOf(user))))].sort(),
        };
      }),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
}
