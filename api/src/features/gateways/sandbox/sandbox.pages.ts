import { Html, html, trusted } from '../../../platform/html';
import type { PaymentKind } from '../Gateway';
import type { EntryErrors, FieldName } from './checkEntry';
import { grouped, TEST_ACCOUNTS, TEST_CARDS, type TestCard } from './testCards';
import type { SandboxWords, WordKey } from './words';

/** Another house than ours: its own colours, on purpose unlike the app's. */
const LIGHT = `--canvas:#f3f2f8;--surface:#fff;--line:#dcd9e8;--field:#8a85a3;--ink:#1d1930;--ink2:#4c4763;
--accent:#4a3aa8;--on:#fff;--warn:#fdf0d3;--warnInk:#5c3d00;--bad:#a8202f;--ok:#136b3c`;
const DARK = `--canvas:#131120;--surface:#1b1830;--line:#332e4f;--field:#8079a3;--ink:#efedf8;--ink2:#b9b4d0;
--accent:#b7a9ff;--on:#191433;--warn:#3b2c0b;--warnInk:#f5d58c;--bad:#ff9aa4;--ok:#7fdcab`;

const CSS = `:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-inline-size:520px;margin-inline:auto;padding:24px 16px 48px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:24px}
.badge{display:inline-block;background:var(--warn);color:var(--warnInk);font-size:13px;font-weight:600;padding:2px 10px;border-radius:99px}
header{display:flex;flex-wrap:wrap;gap:8px;align-items:center;justify-content:space-between;margin-block-end:16px;color:var(--ink2);font-size:14px}
h1{font-size:22px;line-height:1.25;margin:0 0 8px}
h2{font-size:15px;margin:28px 0 8px}
p{margin:0 0 16px;color:var(--ink2)}
label{display:block;font-weight:560;font-size:14px;margin-block-end:4px}
.field{margin-block-end:16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 16px;align-items:start}
input{inline-size:100%;font:inherit;font-variant-numeric:tabular-nums;color:var(--ink);background:var(--surface);border:1px solid var(--field);border-radius:8px;padding:10px 12px;min-block-size:44px}
input[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.error{color:var(--bad);font-size:14px;margin:4px 0 0}
.alert{background:var(--warn);color:var(--warnInk);border-radius:8px;padding:10px 12px}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin-block-start:8px}
button,.button{font:inherit;font-weight:600;border-radius:8px;padding:10px 18px;min-block-size:44px;cursor:pointer;border:1px solid var(--accent);background:var(--accent);color:var(--on);text-decoration:none;display:inline-block}
button.plain{background:none;color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table{inline-size:100%;border-collapse:collapse;font-size:14px}
caption{text-align:start;font-weight:600;padding-block-end:6px}
th,td{text-align:start;padding:6px 8px 6px 0;border-block-start:1px solid var(--line);vertical-align:top}
th{font-weight:560;color:var(--ink2)}
td:first-child{font-variant-numeric:tabular-nums}
.good{color:var(--ok)}.bad{color:var(--bad)}
section{margin-block-start:24px}
section p{font-size:14px;margin:8px 0 0}
@media (max-width:400px){.pair{grid-template-columns:1fr}.card{padding:16px}}`;

export interface PageFrame {
  words: SandboxWords;
  appName: string;
  /** Of this answer's policy. */
  nonce: string;
}

function page({ words, appName, nonce }: PageFrame, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="${words.locale}" dir="ltr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title} – Sandbox</title><link rel="icon" href="data:,">
<style nonce="${nonce}">${trusted(CSS)}</style></head>
<body><main>
<header><span>Sandbox · ${appName}</span><span class="badge">${words.t('badge')}</span></header>
${body}
</main></body></html>
`.text;
}

const NOTHING = new Html('');

interface FieldView {
  name: FieldName;
  label: WordKey;
  /** A fixed list of attributes of our own making. */
  attributes: Html;
}

function field(words: SandboxWords, { name, label, attributes }: FieldView, errors: EntryErrors): Html {
  const error = errors[name];
  const marks = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : NOTHING;
  const text = error ? html`<p class="error" id="${name}-error">${words.t(`error.${error}`)}</p>` : NOTHING;
  return html`<div class="field"><label for="${name}">${words.t(label)}</label>
<input id="${name}" name="${name}" autocomplete="off" spellcheck="false" required ${attributes}${marks}>${text}</div>`;
}

/** The first field that is wrong has the focus, else the first of all. */
function focused(order: readonly FieldName[], errors: EntryErrors): (name: FieldName) => Html {
  const first = order.find((name) => errors[name]) ?? order[0];
  return (name) => (name === first ? html` autofocus` : NOTHING);
}

function cardFields(words: SandboxWords, errors: EntryErrors, expiry: string): Html {
  const focus = focused(['number', 'expiry', 'code'], errors);
  const digits = (name: FieldName, rest: Html) => html`inputmode="numeric" ${rest}${focus(name)}`;
  return html`${field(words, { name: 'number', label: 'card.number', attributes: digits('number', html`maxlength="23" list="test-numbers"`) }, errors)}
<datalist id="test-numbers">${TEST_CARDS.map(({ number }) => html`<option value="${grouped(number)}">`)}</datalist>
<div class="pair">
${field(words, { name: 'expiry', label: 'card.expiry', attributes: digits('expiry', html`maxlength="9" placeholder="04 / 29" value="${expiry}"`) }, errors)}
${field(words, { name: 'code', label: 'card.code', attributes: digits('code', html`maxlength="4"`) }, errors)}
</div>`;
}

function bankFields(words: SandboxWords, errors: EntryErrors): Html {
  const attributes = html`maxlength="42" autocapitalize="characters" list="test-numbers" autofocus`;
  return html`${field(words, { name: 'iban', label: 'bank.iban', attributes }, errors)}
<datalist id="test-numbers">${TEST_ACCOUNTS.map(({ iban }) => html`<option value="${grouped(iban)}">`)}</datalist>`;
}

function outcomeOf({ accepted, charged }: Pick<TestCard, 'accepted' | 'charged'>): WordKey {
  if (!accepted) return 'outcome.declined';
  return charged ? `outcome.charge-${charged}` : 'outcome.accepted';
}

function testNumbers(words: SandboxWords, kind: PaymentKind): Html {
  const rows =
    kind === 'card'
      ? TEST_CARDS.map(({ number, brand, ...card }) => ({ number, name: brand, ...card }))
      : TEST_ACCOUNTS.map(({ iban, bank, accepted }) => ({ number: iban, name: bank, accepted }));
  const lines = rows.map(
    ({ number, name, ...row }) => html`<tr><td>${grouped(number)}</td><td>${name}</td>
<td class="${row.accepted ? 'good' : 'bad'}">${words.t(outcomeOf(row))}</td></tr>`,
  );
  const note = kind === 'card' ? html`<p>${words.t('table.note')}</p>` : NOTHING;
  return html`<section class="card"><table>
<caption>${words.t(kind === 'card' ? 'card.table' : 'bank.table')}</caption>
<thead><tr><th scope="col">${words.t('column.number')}</th>
<th scope="col">${words.t(kind === 'card' ? 'column.brand' : 'column.bank')}</th>
<th scope="col">${words.t('column.outcome')}</th></tr></thead>
<tbody>${lines}</tbody></table>${note}</section>`;
}

export interface FormView {
  kind: PaymentKind;
  /** Works once. */
  formToken: string;
  errors: EntryErrors;
  /** It was sent before, or is not the newest. */
  isStale?: boolean;
  /** What was entered there; numbers are never given back. */
  expiry?: string;
}

export function formPage(
  frame: PageFrame,
  { kind, formToken, errors, isStale = false, expiry = '' }: FormView,
): string {
  const { words } = frame;
  const part = kind === 'card' ? 'card' : 'bank';
  const title = words.t(`${part}.title`);
  const problem = isStale ? words.t('stale') : Object.keys(errors).length > 0 ? words.t('problem') : null;
  const alert = problem === null ? NOTHING : html`<p class="alert" role="alert">${problem}</p>`;
  const fields = kind === 'card' ? cardFields(words, errors, expiry) : bankFields(words, errors);
  return page(
    frame,
    title,
    html`<div class="card"><h1>${title}</h1><p>${words.t(`${part}.intro`)}</p>${alert}
<form method="post" novalidate><input type="hidden" name="form" value="${formToken}">
${fields}
<div class="actions"><button name="action" value="add">${words.t(`${part}.submit`)}</button>
<button class="plain" name="action" value="cancel" formnovalidate>${words.t('cancel')}</button></div></form></div>
${testNumbers(words, kind)}`,
  );
}

/** A visit at which nothing can be entered. */
export function messagePage(
  frame: PageFrame,
  what: 'missing' | 'expired' | 'over',
  returnUrl: string | null,
): string {
  const { words } = frame;
  const title = words.t(`${what}.title`);
  const back =
    returnUrl === null ? NOTHING : html`<a class="button" href="${returnUrl}">${words.t('back')}</a>`;
  return page(
    frame,
    title,
    html`<div class="card"><h1>${title}</h1><p>${words.t(`${what}.text`)}</p>${back}</div>`,
  );
}
