import { Html, html, trusted } from '../../../platform/html';
import type { Block, MailContent } from './content';
import { DARK, LIGHT } from './palette';

export interface HtmlFrame {
  locale: string;
  appName: string;
  /** Above the address of the button. */
  copyLink: string;
}

// Mail programs know tables, inline styles and little else: physical properties, colours by value. Classes only carry
// what a dark screen and a narrow one change.
const FONT = "font-family:'Hanken Grotesk',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const STYLE = trusted(`:root{color-scheme:light dark;supported-color-schemes:light dark}
a:focus-visible{outline:2px solid ${LIGHT.accent};outline-offset:2px}
@media (prefers-color-scheme:dark){
.ez-canvas{background-color:${DARK.canvas}!important}
.ez-card{background-color:${DARK.surface}!important;border-color:${DARK.line}!important}
.ez-ink{color:${DARK.ink}!important}
.ez-ink-2{color:${DARK.ink2}!important}
.ez-ink-3{color:${DARK.ink3}!important}
.ez-link{color:${DARK.accentInk}!important}
.ez-quote{background-color:${DARK.sunken}!important;border-color:${DARK.line}!important;color:${DARK.ink}!important}
.ez-line{border-color:${DARK.line}!important}
.ez-button{background-color:${DARK.accent}!important}
.ez-button a{color:${DARK.onAccent}!important}
a:focus-visible{outline-color:${DARK.accent}}
}
@media (max-width:480px){
.ez-pad{padding:24px 20px 4px!important}
.ez-wide{width:100%!important}
.ez-button a{display:block!important;text-align:center!important}
.ez-label,.ez-value{display:block!important;width:auto!important}
.ez-label{padding-bottom:0!important}
.ez-value{border-top:0!important;padding-top:0!important}
}`);

const BODY = `${FONT};font-size:16px;line-height:1.5`;

function lines(text: string): Html {
  return new Html(
    text
      .split('\n')
      .map((line) => html`${line}`.text)
      .join('<br>'),
  );
}

function factRow({ label, value }: { label: string; value: string }): Html {
  const cell = `border-top:1px solid ${LIGHT.line};padding:8px 0;vertical-align:top;${FONT};font-size:14px;line-height:1.5`;
  return html`<tr>
<th scope="row" align="left" class="ez-label ez-line ez-ink-3" style="${cell};width:130px;font-weight:400;color:${LIGHT.ink3}">${label}</th>
<td class="ez-value ez-line ez-ink" style="${cell};color:${LIGHT.ink};word-break:break-word">${value}</td>
</tr>`;
}

function buttonHtml({ label, href }: { label: string; href: string }, copyLink: string): Html {
  const link = `display:inline-block;padding:12px 22px;${FONT};font-size:16px;font-weight:600;line-height:1.25;color:${LIGHT.onAccent};text-decoration:none`;
  const small = `margin:0 0 20px;${FONT};font-size:13px;line-height:1.5;color:${LIGHT.ink3}`;
  return html`<table role="presentation" class="ez-wide" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px;border-collapse:separate"><tr>
<td class="ez-button" bgcolor="${LIGHT.accent}" style="background-color:${LIGHT.accent};border-radius:8px"><a href="${href}" style="${link}">${label}</a></td>
</tr></table>
<p class="ez-ink-3" style="${small}">${copyLink}<br><a class="ez-link" href="${href}" style="color:${LIGHT.accentInk};word-break:break-all">${href}</a></p>`;
}

function blockHtml(block: Block, copyLink: string): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p class="ez-ink-2" style="margin:0 0 20px;${BODY};color:${LIGHT.ink2}">${lines(block.text)}</p>`;
    case 'quote':
      return html`<blockquote class="ez-quote" style="margin:0 0 20px;padding:12px 16px;border:1px solid ${LIGHT.line};border-radius:8px;background-color:${LIGHT.sunken};${BODY};color:${LIGHT.ink};word-break:break-word">${lines(block.text)}</blockquote>`;
    case 'facts':
      return html`<table cellpadding="0" cellspacing="0" border="0" width="100%" style="width:100%;margin:0 0 20px;border-collapse:collapse">
${block.rows.map(factRow)}
</table>`;
    case 'button':
      return buttonHtml(block, copyLink);
    case 'link':
      return html`<p style="margin:0 0 20px;${BODY}"><a class="ez-link" href="${block.href}" style="color:${LIGHT.accentInk}">${block.label}</a></p>`;
  }
}

/** The mail as one HTML document that loads nothing: no images, no fonts, no counting. */
export function renderHtml(content: MailContent, { locale, appName, copyLink }: HtmlFrame): string {
  const { subject, heading, blocks, why } = content;
  const first = blocks.find((block) => block.kind === 'paragraph');
  const narrow = 'width:100%;max-width:600px;margin:0 auto';
  return html`<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLE}</style>
</head>
<body class="ez-canvas" style="margin:0;padding:0;background-color:${LIGHT.canvas}">
<div style="display:none;max-height:0;overflow:hidden">${first?.text ?? ''}</div>
<table role="presentation" class="ez-canvas" cellpadding="0" cellspacing="0" border="0" width="100%" style="width:100%;background-color:${LIGHT.canvas}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" style="${narrow};text-align:left">
<tr><td class="ez-ink" style="padding:0 4px 12px;${FONT};font-size:16px;font-weight:640;color:${LIGHT.ink}">${appName}</td></tr>
<tr><td class="ez-card ez-pad" style="padding:32px 32px 12px;border:1px solid ${LIGHT.line};border-radius:10px;background-color:${LIGHT.surface}">
<h1 class="ez-ink" style="margin:0 0 16px;${FONT};font-size:22px;font-weight:640;line-height:1.25;color:${LIGHT.ink}">${heading}</h1>
${blocks.map((block) => blockHtml(block, copyLink))}
</td></tr>
<tr><td class="ez-ink-3" style="padding:16px 4px 0;${FONT};font-size:13px;line-height:1.5;color:${LIGHT.ink3}">${appName}<br>${why}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text;
}
