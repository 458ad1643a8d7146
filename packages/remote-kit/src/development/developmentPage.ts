import type { Bootstrap, Registry, RegistryEntry } from '@ezdash/contracts';
import { OVERLAY_POLICY } from './overlay';

const REGISTRY = /<script type="application\/json" id="registry"([^>]*)>([\s\S]*?)<\/script>/;
const BOOTSTRAP = /(<script type="application\/json" id="bootstrap">)([\s\S]*?)(?=<\/script>)/;
const SHELL_TAGS =
  /<script defer [^>]*src="\/assets\/shell\/[^>]*><\/script>|<link [^>]*href="\/assets\/shell\/[^>]*>/g;
const BODY = /<body>[\s\S]*?(?=<noscript>)/;

/**
 * Bundles bring a copy of React Refresh each, some long after React: a hook that remembers React's renderers lets all of
 * them reach it, as the one of React's developer tools does.
 */
const REMEMBER_RENDERERS = `window.__REACT_DEVTOOLS_GLOBAL_HOOK__??={renderers:new Map(),supportsFiber:true,inject(renderer){const id=this.renderers.size+1;this.renderers.set(id,renderer);return id},onScheduleFiberRoot(){},onCommitFiberRoot(){},onCommitFiberUnmount(){}}`;

const inline = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');

/** `/campaigns/:id` and the like. */
const shows = (path: string, pathname: string): boolean =>
  new RegExp(`^${path.replace(/[.+*?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`).test(pathname);

export interface Front {
  /** The application behind it. */
  target: URL;
  /** The page's, as the application sends it. */
  policy: string;
  /** Host and port that the browser asked. */
  host: string;
}

/**
 * The application's own live connection goes through the address that the page came from, as the page itself does; one
 * elsewhere stays. A network of this machine has several names, and its policy names none.
 */
function throughFront(bootstrap: Bootstrap, { target, policy, host }: Front): Bootstrap {
  const { broadcaster } = bootstrap.config;
  const [allowed = ''] = /connect-src [^;]*/.exec(policy) ?? [];
  const isOwn = broadcaster?.host === target.hostname || !allowed.includes(`//${broadcaster?.host}`);
  if (!broadcaster || !isOwn) return bootstrap;
  const { hostname, port } = new URL(`http://${host}`);
  const own = { ...broadcaster, host: hostname, port: Number(port || 80), scheme: 'http' as const };
  return { ...bootstrap, config: { ...bootstrap.config, broadcaster: own } };
}

/**
 * The application's page with what comes from sources in it: the shell's scripts, and the remotes in place of the
 * released ones. The page's nonce stays.
 * @returns null for whatever is no page of the application. `found`: an address of these remotes
 */
export function developmentPage(
  html: string,
  remotes: Record<string, RegistryEntry>,
  pathname: string,
  front: Front,
): { html: string; found: boolean } | null {
  const registry = REGISTRY.exec(html);
  const nonce = /<script[^>]* nonce="([^"]+)"/.exec(html)?.[1];
  if (!registry || !nonce) return null;
  const all: Registry = { ...(JSON.parse(registry[2] ?? '{}') as Registry), ...remotes };
  const released = new RegExp(
    `<link rel="preload"[^>]* href="/remotes/(${Object.keys(remotes).join('|')})/[^>]*>`,
    'g',
  );
  const head = [
    `<script nonce="${nonce}">${REMEMBER_RENDERERS}</script>`,
    `<link rel="stylesheet" href="/assets/shell/main.css">`,
    ...['vendor', 'main'].map(
      (name) => `<script defer nonce="${nonce}" src="/assets/shell/${name}.js"></script>`,
    ),
    `<script type="application/json" id="registry"${registry[1]}>${inline(all)}</script>`,
  ].join('');
  const paths = Object.values(remotes).flatMap(({ manifest }) => manifest.pages.map((page) => page.path));
  return {
    html: html
      .replace(SHELL_TAGS, '')
      .replace(released, '')
      .replace(
        BOOTSTRAP,
        (_, tag: string, text: string) => tag + inline(throughFront(JSON.parse(text) as Bootstrap, front)),
      )
      .replace(BODY, () => '<body><div id="root"></div>')
      .replace(REGISTRY, () => head),
    found: paths.some((path) => shows(path, pathname)),
  };
}

/** Lets the client of the development server draw what does not compile. */
export const developmentPolicy = (policy: string): string =>
  policy.replace('trusted-types default', `trusted-types default ${OVERLAY_POLICY} 'allow-duplicates'`);
