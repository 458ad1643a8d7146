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
  'react-i18next': { packageName: 'react-i18next' },
  '@ezdash/store': { packageName: '@ezdash/store' },
  '@ezdash/ui': { packageName: '@ezdash/ui' },
  '@ezdash/ui/data': { packageName: '@ezdash/ui', lazy: true },
};

interface SharedOptions {
  singleton: true;
  requiredVersion: string;
  version?: string;
  eager?: true;
  import?: string | false;
  shareKey?: string;
}

/** The shell provides every shared package; eagerly, but for the tiers that load on demand. */
export function sharedByHost(): Record<string, SharedOptions> {
  const entries = Object.entries(SHARED).map(
    ([key, { packageName, lazy, facade }]): [string, SharedOptions] => {
      const version = installedVersion(packageName);
      return [
        key,
        {
          singleton: true,
          requiredVersion: `^${version}`,
          ...(lazy ? {} : { eager: true }),
          ...(facade ? { import: facade, shareKey: key, version } : {}),
        },
      ];
    },
  );
  return Object.fromEntries(entries);
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

/** Shared packages that load on demand. */
export function lazySharedKeys(): string[] {
  return Object.keys(SHARED).filter((key) => SHARED[key]?.lazy);
}
