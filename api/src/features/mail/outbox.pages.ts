import { Html, html, trusted } from '../../platform/html';
import type { MailRow } from './mail.repo';
import { DARK, LIGHT } from './render/palette';
import type { RenderedMail } from './renderMail';
import type { WordKey, Words } from './templates/words';

const variables = (colours: Readonly<Record<string, string>>) =>
  Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

const CSS = `:root{color-scheme:light dark;${variables(LIGHT)}}
@media (prefers-color-scheme:dark){:root{${variables(DARK)}}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
main{max-inline-size:960px;margin-inline:auto;padding:32px 16px 48px}
h1{font-size:22px;font-weight:640;line-height:1.25;margin:0 0 8px;overflow-wrap:anywhere}
h2{font-size:15px;margin:28px 0 8px}
p{max-inline-size:70ch;color:var(--ink2);margin:0 0 16px}
a{color:var(--accentInk)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.list{list-style:none;margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:10px}
.list li{padding:12px 16px;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 16px}
.list li+li{border-block-start:1px solid var(--line)}
.list a{font-weight:560;overflow-wrap:anywhere;padding-block:2px}
.list span{color:var(--ink3);overflow-wrap:anywhere}
.end{text-align:end;white-space:nowrap}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:4px 16px;margin:16px 0}
dt{color:var(--ink3)}
dd{margin:0;overflow-wrap:anywhere}
pre{margin:0;padding:16px;background:var(--surface);border:1px solid var(--line);border-radius:10px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
iframe{inline-size:100%;block-size:720px;border:1px solid var(--line);border-radius:10px;background:var(--canvas)}
nav{margin-block-end:16px}
@media (max-width:560px){.list li{grid-template-columns:minmax(0,1fr)}.end{text-align:start;white-space:normal}}`;

export interface PageFrame {
  words: Words;
  appName: string;
  /** Of this answer's policy. */
  nonce: string;
}

function page({ words, appName, nonce }: PageFrame, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="${words.locale}" dir="ltr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title} – ${appName}</title><link rel="icon" href="data:,">
<style nonce="${nonce}">${trusted(CSS)}</style></head>
<body><main>
${body}
</main></body></html>
`.text;
}

const stateWord = (words: Words, state: string) => words.t(`state.${state}` as WordKey);
const timeOf = (words: Words, at: Date) => words.time(at.toISOString(), 'UTC');

export interface OutboxEntry {
  row: MailRow;
  /** Null when the content is gone. */
  rendered: RenderedMail | null;
}

export function listPage(frame: PageFrame, entries: readonly OutboxEntry[]): string {
  const { words } = frame;
  const rows = entries.map(
    ({ row, rendered }) => html`<li>
<a href="/dev/outbox/${row.id}">${rendered?.subject ?? row.template}</a>
<span class="end"><time datetime="${row.created_at.toISOString()}">${timeOf(words, row.created_at)}</time></span>
<span>${words.t('outbox.to')} ${row.recipient}</span>
<span class="end">${row.template} · ${stateWord(words, row.state)}</span>
</li>`,
  );
  const list =
    rows.length === 0
      ? html`<p>${words.t('outbox.empty')}</p>`
      : html`<p>${rows.length === 1 ? words.t('outbox.only') : words.t('outbox.newest', { count: String(rows.length) })}</p><ul class="list">${rows}</ul>`;
  const title = words.t('outbox.title');
  return page(frame, title, html`<h1>${title}</h1><p>${words.t('outbox.intro')}</p>${list}`);
}

/** Addresses in a text become links, in a new tab. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/\S+)/);
  const pieces = parts.map((part, index) =>
    index % 2 === 1
      ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`
      : html`${part}`,
  );
  return new Html(pieces.map((piece) => piece.text).join(''));
}

function content(words: Words, { row, rendered }: OutboxEntry): Html {
  if (!rendered) return html`<p>${words.t('outbox.erased')}</p>`;
  return html`<h2>${words.t('outbox.html')}</h2>
<iframe title="${words.t('outbox.html')}: ${rendered.subject}" src="/dev/outbox/${row.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<h2>${words.t('outbox.text')}</h2>
<pre>${linked(rendered.text)}</pre>`;
}

const back = (words: Words) => html`<nav><a href="/dev/outbox">${words.t('outbox.back')}</a></nav>`;

export function mailPage(frame: PageFrame, entry: OutboxEntry, from: string): string {
  const { words } = frame;
  const { row, rendered } = entry;
  const rows: [WordKey, string][] = [
    ['outbox.to', row.recipient],
    ['outbox.from', from],
    ['outbox.time', timeOf(words, row.created_at)],
    ['outbox.template', row.template],
    ['outbox.language', row.locale],
    ['outbox.state', stateWord(words, row.state)],
    ...(row.last_error === null ? [] : [['outbox.error', row.last_error] satisfies [WordKey, string]]),
  ];
  const list = rows.map(([key, value]) => html`<dt>${words.t(key)}</dt><dd>${value}</dd>`);
  const title = rendered?.subject ?? row.template;
  return page(frame, title, html`${back(words)}<h1>${title}</h1><dl>${list}</dl>${content(words, entry)}`);
}

export function missingPage(frame: PageFrame): string {
  const { words } = frame;
  const title = words.t('outbox.missing');
  return page(frame, title, html`${back(words)}<h1>${title}</h1><p>${words.t('outbox.missingText')}</p>`);
}
