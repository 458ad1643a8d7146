import {
  type Bootstrap,
  FIRST_PAINT,
  type Preload,
  type Registry,
  type ShellPage,
  type ShellRelease,
  STORAGE_KEYS,
  type Theme,
} from '@ezdash/contracts';

/** An exposed module of a remote, by which a page is shown. */
export interface RouteModule {
  remote: string;
  module: string;
}

export interface PageInput {
  shell: ShellRelease;
  /** Address of the shell's folder: `/assets/shell`. */
  shellPath: string;
  registry: Registry;
  /** What shows the address, to load first; `null` for the shell's own pages. */
  route: RouteModule | null;
  /** The shell's own page at the address, when it lies in files of its own. */
  page?: ShellPage;
  bootstrap: Bootstrap;
  csrfToken: string;
  nonce: string;
  /** From the `appearance` cookie. `system` leaves the choice to the inline script. */
  theme: Theme;
  /** Text direction of the locale. */
  dir: 'ltr' | 'rtl';
}

const NOSCRIPT: Readonly<Record<string, string>> = {
  en: 'This page needs JavaScript. Allow it in your browser and reload.',
  de: 'Diese Seite braucht JavaScript. Erlauben Sie es in Ihrem Browser und laden Sie neu.',
};

/** What a search engine says below the name; the same on every page, as only the open ones are found. */
const DESCRIPTION: Readonly<Record<string, string>> = {
  en: 'An advertising network for people who check the figures. Buy and sell impressions and clicks, and see for each one what it cost and who was paid.',
  de: 'Ein Werbenetzwerk für Leute, die nachrechnen. Impressionen und Klicks kaufen und verkaufen, und bei jedem sehen, was er gekostet hat und wer bezahlt wurde.',
};

/** Text inside an attribute or an element. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** JSON inside a script element: no `<` can end it, and the line separators are escaped for old parsers. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

const preloadLink = ({ href, as, integrity }: Preload, nonce: string) =>
  `<link rel="preload" as="${as}"${as === 'script' ? ` nonce="${nonce}"` : ''} href="${href}" integrity="${integrity}" crossorigin>`;

/**
 * Takes what was painted away again when this browser has shown another language last: the scripts will write in that
 * one.
 */
const FORGET_PAINT = `try{const s=localStorage,l=s.getItem("${STORAGE_KEYS.selectedLocale}")||s.getItem("${STORAGE_KEYS.locale}");if(l&&l!==document.documentElement.lang)document.getElementById("root").replaceChildren()}catch{}`;

/**
 * Runs the scripts after what was painted is on the screen: run before, they would hold it back for as long as a phone
 * needs for them. A tab in the background paints nothing, and a browser may be slow to: neither waits for it. They come
 * as copies of a template's, because to name the address of a script is left to the shell's own policy.
 */
const START_AFTER_PAINT = `{let r=()=>{r=()=>{};const c=document.getElementById("start").content.cloneNode(true);for(const s of c.children)s.async=false;document.head.append(c)};const g=()=>r();if(document.hidden)g();else{requestAnimationFrame(()=>setTimeout(g));setTimeout(g,1e3)}}`;

/** What a guest sees until the scripts have come, which then put the living page in its place; null where it is nothing. */
function firstPaint({ page, bootstrap, nonce }: PageInput): string | null {
  const painted = bootstrap.user === null ? page?.paint[bootstrap.locale] : undefined;
  if (painted === undefined) return null;
  return painted
    .replaceAll(FIRST_PAINT.appName, () => escapeHtml(bootstrap.config.app_name))
    .replaceAll(FIRST_PAINT.nonce, nonce);
}

/** The one page of the application: everything the first rendering needs is named in its head. */
export function renderPage(input: PageInput): string {
  const { shell, shellPath, registry, route, page, bootstrap, csrfToken, nonce, theme, dir } = input;
  const address = (file: string) => `${shellPath}/${file}`;
  const integrity = (file: string) => shell.files[file]?.integrity ?? '';
  const wanted = route ? (registry[route.remote]?.preload[route.module] ?? []) : [];
  const own = (page?.scripts ?? []).map(
    (file): Preload => ({ href: address(file), as: 'script', integrity: integrity(file) }),
  );
  const scripts = shell.scripts
    .map(
      (file) =>
        `<script defer nonce="${nonce}" src="${address(file)}" integrity="${integrity(file)}" crossorigin></script>`,
    )
    .join('');
  const painted = firstPaint(input);
  const body =
    painted === null
      ? '<div id="root"></div>'
      : `<div id="root">${painted}</div><template id="start">${scripts}</template><script nonce="${nonce}">${FORGET_PAINT}${START_AFTER_PAINT}</script>`;
  const language = escapeHtml(bootstrap.locale);
  // What is painted has its colours also where the inline script may not run and say which.
  const shown = theme === 'system' && painted !== null ? 'light' : theme;
  const scheme = shown === 'system' ? '' : ` data-mantine-color-scheme="${shown}"`;
  const first = route
    ? ` data-route-remote="${escapeHtml(route.remote)}" data-route-module="${escapeHtml(route.module)}"`
    : '';
  return [
    `<!doctype html><html lang="${language}" dir="${dir}"${scheme}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(bootstrap.config.app_name)}</title>`,
    `<meta name="description" content="${escapeHtml(`${bootstrap.config.app_name}: ${DESCRIPTION[bootstrap.locale] ?? DESCRIPTION.en}`)}">`,
    '<meta name="color-scheme" content="light dark">',
    `<meta name="csrf-token" content="${escapeHtml(csrfToken)}">`,
    `<meta name="shell-build" content="${escapeHtml(shell.buildId)}">`,
    // As `nonce`, not as `content`: browsers hide the attribute from selectors, so no sheet can read it out.
    `<meta name="csp-nonce" nonce="${nonce}">`,
    `<script nonce="${nonce}">${shell.appearanceScript}</script>`,
    ...[...shell.styles, ...(page?.styles ?? [])].map(
      (file) => `<link rel="stylesheet" href="${address(file)}" integrity="${integrity(file)}" crossorigin>`,
    ),
    ...(painted === null
      ? [scripts]
      : shell.scripts.map(
          (file) =>
            `<link rel="preload" as="script" fetchpriority="low" nonce="${nonce}" href="${address(file)}" integrity="${integrity(file)}" crossorigin>`,
        )),
    ...[...wanted, ...own].map((preload) => preloadLink(preload, nonce)),
    ...shell.fonts.map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="${address(file)}" crossorigin>`,
    ),
    `<link rel="icon" href="${FAVICON}">`,
    `<script type="application/json" id="registry"${first} data-shell="${escapeHtml(`${shell.version}+${shell.buildId.slice(0, 8)}`)}">${inlineJson(registry)}</script>`,
    `<script type="application/json" id="bootstrap">${inlineJson(bootstrap)}</script>`,
    `</head><body>${body}<noscript>${NOSCRIPT[bootstrap.locale] ?? NOSCRIPT.en}</noscript></body></html>`,
  ].join('');
}

/** The mark of the network: a slot with an ad in it. Inlined, because every page would ask for it. */
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5345"/><path d="M4 4.5h8v2H4zM4 9.5h5v2H4z" fill="#fff"/></svg>',
)}`;
