import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Bootstrap, Registry, Release, ShellRelease } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { buildRegistry, REMOTES_PATH, SHELL_PATH } from '../offer/registry';
import { typeOfFile } from '../store/immutableFiles';
import type { ReadFile } from './integrityCheck';
import { type TrialPage, trialUser } from './trialPages';

/** An origin that no machine has: whatever is not answered here goes nowhere. */
export const TRIAL_ORIGIN = 'https://gate.invalid';

/** The page as visitors get it, with its policy. */
export type PageRenderer = (input: {
  shell: ShellRelease;
  registry: Registry;
  route: { remote: string; module: string };
  bootstrap: Bootstrap;
}) => { html: string; policy: string };

/** What a request is answered with. */
export interface TrialAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

export interface SiteParts {
  shell: ShellRelease;
  /** Where the shell's files lie; the first that has one is taken. */
  shellFolders: readonly string[];
  renderPage: PageRenderer;
  clock: Clock;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** What every server may be when a page is opened: a release that dies of it is no good. */
const AWAY = JSON.stringify({ message: 'Not available', code: 'UNAVAILABLE', requestId: 'trial' });

const fileHeaders = (file: string) => ({
  'content-type': typeOfFile(file) ?? 'application/octet-stream',
  'cache-control': 'public, max-age=31536000, immutable, no-transform',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
});

const notFound = (): TrialAnswer => ({
  status: 404,
  headers: { 'content-type': JSON_TYPE },
  body: JSON.stringify({ message: 'No such file in any release', code: 'NOT_FOUND', requestId: 'trial' }),
});

async function readShell(folders: readonly string[], file: string): Promise<Buffer | null> {
  if (path.basename(file) !== file) return null;
  for (const folder of folders) {
    const bytes = await readFile(path.join(folder, file)).catch(() => null);
    if (bytes) return bytes;
  }
  return null;
}

/**
 * The whole network as one release sees it in its trial: this server's shell, the page with this release alone, its
 * files, and no server behind them.
 */
export function createTrialSite(parts: SiteParts, release: Release, read: ReadFile) {
  const { shell, shellFolders, renderPage, clock } = parts;
  const { name, version } = release;
  const registry = buildRegistry([{ release, previous: null }], shell);
  const own = `${REMOTES_PATH}/${name}/${version}/`;

  function bootstrapFor({ role }: TrialPage): Bootstrap {
    return {
      config: {
        app_name: 'EzDash',
        locales: [{ code: 'en', name: 'English' }],
        broadcaster: null,
        demo: false,
        demo_property_url: null,
      },
      user: role === null ? null : trialUser(role, clock.now()),
      locale: 'en',
    };
  }

  async function fileAt(pathname: string): Promise<TrialAnswer> {
    const file = pathname.slice(pathname.lastIndexOf('/') + 1);
    const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1);
    // Only what the release describes: what lies beside it on a disk is not what visitors get elsewhere.
    const isOwn = folder === own && typeOfFile(file) !== undefined && release.files[file] !== undefined;
    const bytes = isOwn
      ? await read(file).catch(() => null)
      : folder === `${SHELL_PATH}/`
        ? await readShell(shellFolders, file)
        : null;
    return bytes ? { status: 200, headers: fileHeaders(file), body: bytes } : notFound();
  }

  return {
    /** Start of the addresses of the release's own files. */
    own: TRIAL_ORIGIN + own,
    page(page: TrialPage): TrialAnswer {
      const route = { remote: name, module: page.module };
      const { html, policy } = renderPage({ shell, registry, route, bootstrap: bootstrapFor(page) });
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
      return { status: 200, headers, body: html };
    },
    /** Everything but the page. Null: no address of this network. */
    async answer(address: string): Promise<TrialAnswer | null> {
      const { origin, pathname } = new URL(address);
      if (origin !== TRIAL_ORIGIN) return null;
      if (pathname.startsWith(REMOTES_PATH) || pathname.startsWith(SHELL_PATH)) return fileAt(pathname);
      return { status: 503, headers: { 'content-type': JSON_TYPE }, body: AWAY };
    },
  };
}
export type TrialSite = ReturnType<typeof createTrialSite>;
