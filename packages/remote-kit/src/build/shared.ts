import path from 'node:path';
import { installedVersion } from './workspace';

interface SharedPackage {
  /** Package whose version counts; several keys may belong to one package. */
  packageName: string;
  /** Provided by the shell in a chunk of its own, loaded when the first remote asks. */
  lazy?: boolean;
  /** Module the shell provides instead of the package itself. */
  facade?: string;
}

/**
 * What the shell and the remotes have in common, each exactly once in a page.
 * Redux Toolkit, react-redux and Mantine are reached through `store` and `ui`, which keeps them tree-shaken.
 */
const SHARED: Readonly<Record<string, SharedPackage>> = {
  react: { packageName: 'react' },
  'react/jsx-runtime': { packageName: 'react' },
  'react-dom': { packageName: 'react-dom' },
  'react-router-dom': {
    packageName: 'react-router-dom',
    facade: path.join(import.meta.dirname, 'routerFacade.ts'),
  },
  i18next: { packageName: 'i18next' },
  'react-i18next': {
    packageName: 'react-i18next',
    facade: path.join(import.meta.dirname, 'i18nFacade.mjs'),
  },
  '@ezdash/store': { packageName: '@ezdash/store' },
  '@ezdash/ui': { packageName: '@ezdash/ui' },
  '@ezdash/ui/charts': { packageName: '@ezdash/ui', lazy: true },
  '@ezdash/ui/data': { packageName: '@ezdash/ui', lazy: true },
};

interface SharedOptions {
  singleton: true;
  requiredVersion: string;
  import: false;
}

/** One package as the shell provides it. */
interface ProvidedOptions {
  shareKey: string;
  version: string;
  requiredVersion: string;
  singleton: true;
  eager: boolean;
}

/**
 * What the shell provides: request, or file of the facade → how. The shell itself imports all of it directly, so
 * that its own code is bundled as if there were no federation; the modules are the same ones.
 */
export function providedByHost(): Record<string, ProvidedOptions> {
  return Object.fromEntries(
    Object.entries(SHARED).map(([shareKey, { packageName, lazy = false, facade }]) => {
      const version = installedVersion(packageName);
      return [
        facade ?? shareKey,
        { shareKey, version, requiredVersion: `^${version}`, singleton: true as const, eager: !lazy },
      ];
    }),
  );
}

/** A remote carries no copy of its own: it takes what the shell has. */
export function sharedByRemote(): Record<string, SharedOptions> {
  const entries = Object.entries(SHARED).map(([key, { packageName }]): [string, SharedOptions] => [
    key,
    { singleton: true, requiredVersion: `^${installedVersion(packageName)}`, import: false },
  ]);
  return Object.fromEntries(entries);
}

/** Shared package → version (the shell's) or range (a remote's), as the release says it. */
export function sharedVersions(kind: 'host' | 'remote'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SHARED).map(([key, { packageName }]) => {
      const version = installedVersion(packageName);
      return [key, kind === 'host' ? version : `^${version}`];
    }),
  );
}

/** Shared package → the file that says which part of it is shared. */
export function facades(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SHARED).flatMap(([key, { facade }]): [string, string][] =>
      facade ? [[key, facade]] : [],
    ),
  );
}

/** Shared packages that load on demand. */
export function lazySharedKeys(): string[] {
  return Object.keys(SHARED).filter((key) => SHARED[key]?.lazy);
}
