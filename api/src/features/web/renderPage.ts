import type { Bootstrap, Preload, Registry, ShellRelease, Theme } from '@ezdash/contracts';

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

/** The one page of the application: everything the first rendering needs is named in its head. */
export function renderPage(input: PageInput): string {
  const { shell, shellPath, registry, route, bootstrap, csrfToken, nonce, theme, dir } = input;
  const address = (file: string) => `${shellPath}/${file}`;
  const integrity = (file: string) => shell.files[file]?.integrity ?? '';
  const wanted = route ? (registry[route.remote]?.preload[route.module] ?? []) : [];
  const language = escapeHtml(bootstrap.locale);
  const scheme = theme === 'system' ? '' : ` data-mantine-color-scheme="${theme}"`;
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
    ...shell.styles.map(
      (file) => `<link rel="stylesheet" href="${address(file)}" integrity="${integrity(file)}" crossorigin>`,
    ),
    ...shell.scripts.map(
      (file) =>
        `<script defer nonce="${nonce}" src="${address(file)}" integrity="${integrity(file)}" crossorigin></script>`,
    ),
    ...wanted.map((preload) => preloadLink(preload, nonce)),
    ...shell.fonts.map(
      (file) => `<link rel="preload" as="font" type="font/woff2" href="${address(file)}" crossorigin>`,
    ),
    `<link rel="icon" href="${FAVICON}">`,
    `<script type="application/json" id="registry"${first} data-shell="${escapeHtml(`${shell.version}+${shell.buildId.slice(0, 8)}`)}">${inlineJson(registry)}</script>`,
    `<script type="application/json" id="bootstrap">${inlineJson(bootstrap)}</script>`,
    `</head><body><div id="root"></div><noscript>${NOSCRIPT[bootstrap.locale] ?? NOSCRIPT.en}</noscript></body></html>`,
  ].join('');
}

/** The mark of the network: a slot with an ad in it. Inlined, because every page would ask for it. */
const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b5345"/><path d="M4 4.5h8v2H4zM4 9.5h5v2H4z" fill="#fff"/></svg>',
)}`;
