import type { SandboxOrganisation } from '../types';
import { SCOPES } from './scopes';
import { ADVISER } from './signing';

const escapeText = (value: string) =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; min-height: 100vh; place-items: center; }
main { width: min(30rem, calc(100vw - 2rem)); padding: 1.5rem 0; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
p { margin: 0 0 1rem; }
.small { font-size: .875rem; opacity: .8; }
fieldset { border: 1px solid; border-radius: .5rem; margin: 0 0 1rem; padding: .75rem 1rem; }
label { display: block; padding: .25rem 0; }
ul { margin: 0 0 1rem; padding-inline-start: 1.25rem; }
button { font: inherit; padding: .5rem 1rem; border-radius: .5rem; border: 1px solid; cursor: pointer; }
button[value=allow] { background: #0b5cad; border-color: #0b5cad; color: #fff; }
.actions { display: flex; gap: .75rem; }
`;

const document = (title: string, main: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeText(title)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main>${main}</main></body></html>`;

export const errorPage = (message: string) =>
  document(
    'Local Xero',
    `<h1>This request cannot be answered</h1><p role="alert">${escapeText(message)}</p>
<p class="small">This is a local sandbox, not Xero.</p>`,
  );

/** Who asks, for what, and for which organisation; works without script. */
export function authorizePage(asked: {
  requestId: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  organisations: readonly SandboxOrganisation[];
  /** Where the form goes. */
  action: string;
}): string {
  const { requestId, clientId, redirectUri, scopes, organisations, action } = asked;
  const choices = organisations.map(
    ({ id, name, baseCurrency }, at) =>
      `<label><input type="radio" name="organisation" value="${escapeText(id)}"${
        at === 0 ? ' checked' : ''
      }> ${escapeText(name)} <span class="small">(${escapeText(baseCurrency)})</span></label>`,
  );
  const wishes = scopes.map((scope) => `<li>${escapeText(SCOPES[scope] ?? scope)}</li>`);
  return document(
    'Connect to local Xero',
    `<h1>${escapeText(clientId)} wants to connect to Xero</h1>
<p class="small">Answers go to ${escapeText(new URL(redirectUri).origin)}. Signed in as ${ADVISER.givenName} ${ADVISER.familyName}
(${ADVISER.email}). This is a local sandbox, not Xero.</p>
<form method="post" action="${escapeText(action)}" autocomplete="off">
<input type="hidden" name="request" value="${escapeText(requestId)}">
<fieldset><legend>Organisation</legend>${choices.join('\n')}</fieldset>
<p>It may then:</p><ul>${wishes.join('')}</ul>
<div class="actions"><button type="submit" name="decision" value="allow">Allow access</button>
<button type="submit" name="decision" value="deny">Deny</button></div></form>`,
  );
}
