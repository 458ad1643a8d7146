import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import type { RegistryEntry, TranslationsAnswer } from '@ezdash/contracts';
import { readManifest } from '../build/buildRemote';
import { readLocales } from '../build/releaseFiles';
import { containerGlobal, REMOTE_ENTRY } from '../build/remoteConfig';
import { rootDir } from '../build/workspace';
import {
  type DevelopedRemote,
  type Development,
  type DevelopmentMessage,
  remoteAddress,
  VERSION,
} from './development';
import { developmentPage, developmentPolicy } from './developmentPage';
import { createProxy } from './proxy';

/** Entry of a remote from its sources. It is whatever was compiled last, so nothing holds it to a hash. */
async function entryOf({ name, folder }: DevelopedRemote): Promise<RegistryEntry> {
  return {
    version: VERSION,
    entry: `${remoteAddress(name)}${REMOTE_ENTRY}`,
    type: 'var',
    global: containerGlobal(name, 'development'),
    integrity: '',
    manifest: await readManifest(folder),
    preload: {},
  };
}

/** Where the page's client hears of builds. */
export const SOCKET_PATH = '/__development';
const TRANSLATIONS = /^\/api\/translations\/([\w-]+)$/;

/** Namespace → language → texts, as the files say now. */
async function readTexts({ shell, remotes }: Development) {
  const own =
    'folder' in shell
      ? [[shell.folder, 'shell'] as const, [path.join(rootDir, 'packages/ui'), 'ui'] as const]
      : [];
  const parts = [...own, ...remotes.map(({ folder, namespace }) => [folder, namespace] as const)];
  return Promise.all(
    parts.map(async ([folder, namespace]) => ({ namespace, locales: await readLocales(folder) })),
  );
}

const ANSWERS_WITHIN_MS = 10_000;

/** The application's texts, with those of the files in their place. */
async function answerTexts(
  development: Development,
  locale: string,
  req: IncomingMessage,
  res: ServerResponse,
) {
  const url = new URL(req.url ?? '/', development.target);
  const namespace = url.searchParams.get('namespace');
  // Of these the application knows no release.
  const releases = url.searchParams
    .get('releases')
    ?.split(',')
    .filter((one) => !one.endsWith(`@${VERSION}`));
  url.searchParams.set('releases', releases?.join(',') ?? '');
  const answer = await fetch(url, {
    headers: { cookie: req.headers.cookie ?? '' },
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  // Nor of a namespace that only these have.
  if (!answer.ok && namespace === null) {
    res.writeHead(answer.status, { 'content-type': 'application/json' });
    return void res.end(await answer.text());
  }
  const known: TranslationsAnswer = answer.ok
    ? ((await answer.json()) as TranslationsAnswer)
    : ({ locale, dir: 'ltr', translations: {} } as TranslationsAnswer);
  for (const part of await readTexts(development)) {
    if (namespace !== null && namespace !== part.namespace) continue;
    const texts = part.locales[locale] ?? known.translations[part.namespace] ?? part.locales.en;
    if (texts) known.translations[part.namespace] = texts as TranslationsAnswer['translations'][string];
  }
  res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  res.end(JSON.stringify(known));
}

/** What is used of Rspack's development server. */
interface DevelopmentFront {
  server?: Server | null;
  webSocketServer?: { clients: unknown[] } | null | undefined;
  sendMessage(clients: unknown[], type: string, data?: unknown): void;
}

/** Answers whatever is no file of the compilations: pages with these in them, texts, and all else from the application. */
export function createPageServer(development: Development) {
  const target = new URL(development.target);
  const proxy = createProxy(target, development.own);
  const fail = (res: ServerResponse) => (error: unknown) => {
    if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
    res.end(error instanceof Error ? error.message : String(error));
  };
  return {
    answer(req: IncomingMessage, res: ServerResponse): void {
      const { pathname } = new URL(req.url ?? '/', target);
      const [, locale] = TRANSLATIONS.exec(pathname) ?? [];
      if (locale !== undefined)
        return void proxy
          .ready()
          .then(() => answerTexts(development, locale, req, res))
          .catch(fail(res));
      proxy.pass(req, res, async (html, headers) => {
        const entries = await Promise.all(
          development.remotes.map(async (remote) => [remote.name, await entryOf(remote)] as const),
        );
        const policy = headers['content-security-policy'] ?? '';
        const front = { target, policy: String(policy), host: req.headers.host ?? '' };
        const page = developmentPage(html, Object.fromEntries(entries), pathname, front);
        if (page === null) return { html };
        if (typeof policy === 'string' && policy !== '')
          headers['content-security-policy'] = developmentPolicy(policy);
        return page;
      });
    },
    /** Passes on the live connection, and shows what the command says. */
    listen(front: DevelopmentFront): void {
      front.server?.on('upgrade', (req, socket, head) => {
        if (!req.url?.startsWith(SOCKET_PATH)) proxy.upgrade(req, socket, head);
      });
      let isShown = false;
      process.on('message', ({ errors }: DevelopmentMessage) => {
        const { clients } = front.webSocketServer ?? {};
        if (clients && errors.length > 0) front.sendMessage(clients, 'errors', errors);
        // What stands there otherwise is a remote's.
        else if (clients && isShown) front.sendMessage(clients, 'still-ok');
        isShown = errors.length > 0;
      });
      process.send?.('listening');
    },
  };
}
