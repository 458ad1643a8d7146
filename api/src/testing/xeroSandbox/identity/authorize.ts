import { randomBytes, randomUUID } from 'node:crypto';
import { type Call, formOf, headerOf, htmlReply, type Reply, redirectReply } from '../http';
import type { SandboxOrganisation } from '../types';
import { authorizePage, errorPage } from './authorizePage';
import type { Connections } from './connections';
import { SCOPES } from './scopes';
import type { TokenStore } from './tokens';

export const AUTHORIZE_PATH = '/identity/connect/authorize';
/** For tests that need no page: what the person would do. */
export const DECISION_HEADER = 'x-sandbox-decision';
export const ORGANISATION_HEADER = 'x-sandbox-organisation';

const CHALLENGE = /^[\w-]{43}$/;
/** Requests whose page nobody answered are forgotten beyond this many. */
const WAITING = 1_000;

interface Asked {
  clientId: string;
  redirectUri: string;
  state: string | null;
  scopes: string[];
  codeChallenge: string;
  nonce: string | null;
}

export interface Authorize {
  show(call: Call): Reply;
  decide(call: Call): Reply;
}

export function authorize(sandbox: {
  clientId: string;
  redirectUris: readonly string[];
  organisations: readonly SandboxOrganisation[];
  tokens: TokenStore;
  connections: Connections;
}): Authorize {
  const { clientId, redirectUris, organisations, tokens, connections } = sandbox;
  const waiting = new Map<string, Asked>();

  function back(
    { redirectUri, state }: Pick<Asked, 'redirectUri' | 'state'>,
    answer: Record<string, string>,
  ) {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    if (state !== null) url.searchParams.set('state', state);
    return redirectReply(url.href);
  }

  /** What was asked, or the answer to a request that cannot be: on a page until the address to go back to is known. */
  function read({ query }: Call): Asked | Reply {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== clientId)
      return htmlReply(errorPage('This client_id is not known here.'), 400);
    if (!redirectUris.includes(redirectUri))
      return htmlReply(errorPage(`redirect_uri is none of this app’s: ${redirectUri}`), 400);
    const asked = { clientId, redirectUri, state: query.get('state'), nonce: query.get('nonce') };
    const refuse = (error: string, description: string) =>
      back(asked, { error, error_description: description });
    if (query.get('response_type') !== 'code')
      return refuse('unsupported_response_type', 'response_type must be code');
    const codeChallenge = query.get('code_challenge') ?? '';
    if (query.get('code_challenge_method') !== 'S256' || !CHALLENGE.test(codeChallenge))
      return refuse('invalid_request', 'code_challenge with code_challenge_method S256 is required');
    const scopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    const unknown = scopes.filter((scope) => SCOPES[scope] === undefined);
    if (scopes.length === 0 || unknown.length > 0)
      return refuse('invalid_scope', `This app may not ask for: ${unknown.join(' ') || 'nothing'}`);
    return { ...asked, scopes, codeChallenge };
  }

  function answer(asked: Asked, decision: string | null, organisationId: string | null): Reply {
    if (decision !== 'allow')
      return back(asked, { error: 'access_denied', error_description: 'The person said no' });
    const organisation = organisations.find(({ id }) => id === (organisationId ?? organisations[0]?.id));
    if (!organisation) return htmlReply(errorPage('This organisation is not yours.'), 400);
    const { scopes, redirectUri, codeChallenge, nonce } = asked;
    const authEventId = randomUUID();
    // Somebody who only signs in connects nothing.
    if (scopes.some((scope) => scope.startsWith('accounting.')))
      connections.connect(organisation, authEventId);
    const code = tokens.issueCode({ clientId, redirectUri, scopes, codeChallenge, nonce, authEventId });
    return back(asked, { code, scope: scopes.join(' ') });
  }

  return {
    show: (call) => {
      const asked = read(call);
      if ('status' in asked) return asked;
      const decision = headerOf(call, DECISION_HEADER) ?? call.query.get('sandbox_decision');
      if (decision !== null) {
        const organisation = headerOf(call, ORGANISATION_HEADER) ?? call.query.get('sandbox_organisation');
        return answer(asked, decision, organisation);
      }
      const requestId = randomBytes(16).toString('base64url');
      const [oldest] = waiting.keys();
      if (waiting.size >= WAITING && oldest !== undefined) waiting.delete(oldest);
      waiting.set(requestId, asked);
      const { redirectUri, scopes } = asked;
      return htmlReply(
        authorizePage({ requestId, clientId, redirectUri, scopes, organisations, action: AUTHORIZE_PATH }),
      );
    },
    decide: (call) => {
      const form = formOf(call);
      const requestId = form.get('request') ?? '';
      const asked = waiting.get(requestId);
      if (!asked) return htmlReply(errorPage('This page is too old. Start again in the app.'), 400);
      waiting.delete(requestId);
      return answer(asked, form.get('decision'), form.get('organisation'));
    },
  };
}
