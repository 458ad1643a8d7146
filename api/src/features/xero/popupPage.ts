import { randomBytes } from 'node:crypto';
import type { XeroMessage } from '@ezdash/contracts';
import type { Response } from 'express';
import { html, trusted } from '../../platform/html';

const NONCE_BYTES = 16;

/** JSON that may stand in a script: nothing in it ends the element. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');

const TITLES = {
  'xero-auth-success': 'Xero is connected',
  'xero-auth-error': 'Xero is not connected',
} as const;

/**
 * The popup's last page: tells the page that opened it, at our own origin alone, and closes. In a window that nobody opened
 * it says what happened.
 */
export function popupPage(
  message: XeroMessage,
  { origin, nonce }: { origin: string; nonce: string },
): string {
  const text = message.type === 'xero-auth-error' ? message.error : 'You can close this window.';
  const script = `if (window.opener) {
  window.opener.postMessage(${scriptJson(message)}, ${scriptJson(origin)});
  window.close();
}`;
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${TITLES[message.type]}</title></head>
<body><main><h1>${TITLES[message.type]}</h1><p>${text}</p></main>
<script nonce="${nonce}">${trusted(script)}</script></body>
</html>`.text;
}

/**
 * The popup must keep its opener through Xero's pages, which have no policy of their own: a stricter one here would put it
 * into another group of windows, and the page that opened it would hear nothing.
 */
export function openToOpener(res: Response): void {
  res.set({
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  });
}

export function sendPopupPage(res: Response, message: XeroMessage, origin: string): void {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  openToOpener(res);
  res
    .set(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .type('html')
    .send(popupPage(message, { origin, nonce }));
}
