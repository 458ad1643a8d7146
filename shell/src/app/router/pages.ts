import type { PageAccess, RemoteManifest } from '@ezdash/contracts';
import { TRY_RELEASE_PATH } from '@ezdash/contracts/constants';
import { matchPath } from 'react-router-dom';

/** One address of the app. */
export interface AppPage {
  /** Absolute, in react-router's syntax. */
  path: string;
  /** i18next key of the document's title. */
  titleKey: string;
  access: PageAccess;
  /** False: the address says that the page is not built yet, and nothing links to it. */
  built: boolean;
  /** The remote that shows it; null: the shell itself. */
  remote: string | null;
  /** Its exposed module that does; `App` when not given. */
  module?: string;
}

/** Pages of the shell itself; all others come from the remotes' manifests. */
const SHELL_PAGES: readonly AppPage[] = [
  { path: '/', titleKey: 'shell:page.welcome', access: 'public', built: true, remote: null },
  { path: '/help', titleKey: 'shell:page.help', access: 'public', built: true, remote: null },
  {
    path: '/payment/result',
    titleKey: 'shell:page.paymentResult',
    access: 'signed-in',
    built: true,
    remote: null,
  },
  {
    path: '/payment/test',
    titleKey: 'shell:page.paymentTest',
    access: 'signed-in',
    built: true,
    remote: null,
  },
  { path: TRY_RELEASE_PATH, titleKey: 'shell:page.tryRelease', access: 'public', built: true, remote: null },
];

/** Fixed words before parameters before the rest of the address: `/campaigns/new` is no campaign called "new". */
function looseness(path: string): string {
  return path.replace(/[^/]+/g, (part) => (part === '*' ? '2' : part.startsWith(':') ? '1' : '0'));
}

/** Every address of the app, the most exact first. */
export function appPages(manifests: readonly RemoteManifest[]): AppPage[] {
  const remotePages = manifests.flatMap((manifest) =>
    manifest.pages.map(({ path, titleKey, access, built, module }) => ({
      path,
      titleKey,
      access,
      built,
      remote: manifest.name,
      module,
    })),
  );
  const ranked = [...SHELL_PAGES, ...remotePages].map((page) => ({ page, rank: looseness(page.path) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank))).map(({ page }) => page);
}

/** The page at an address; null when there is none. */
export function findPage(pages: readonly AppPage[], pathname: string): AppPage | null {
  return pages.find((page) => matchPath(page.path, pathname) !== null) ?? null;
}

/** Where the shell asks about a release. */
export const isTryReleasePage = (pathname: string): boolean => matchPath(TRY_RELEASE_PATH, pathname) !== null;
