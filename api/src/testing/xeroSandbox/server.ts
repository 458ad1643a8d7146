import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Accounting, API_ROOT } from './accounting/accounting';
import { accountingDescription } from './description';
import type { ExchangeLog } from './exchanges';
import type { Faults, Strike, Target } from './faults';
import { type Call, headerOf, problemReply, type Reply, readCall, send } from './http';
import type { Identity } from './identity/identity';
import { isGranted } from './identity/scopes';
import type { AccessClaims } from './identity/signing';
import { perform, UNHEARD } from './perform';
import type { Admission, RateLimits } from './rateLimits';
import type { SandboxClock } from './sandboxClock';
import type { Exchange } from './types';

export interface Parts {
  clock: SandboxClock;
  identity: Identity;
  accounting: Accounting;
  limits: RateLimits;
  faults: Faults;
  log: ExchangeLog;
}

type Noted = Partial<Omit<Exchange, 'id'>> & Pick<Exchange, 'operation'>;

/** Only these of the sandbox's own answers are in Xero's description; the others come from in front of the API. */
const DESCRIBED = [200, 400];

const contradiction = (errors: readonly string[]): Reply =>
  problemReply(500, 'InternalError', `The sandbox answered against Xero’s description: ${errors.join('; ')}`);

export function server(parts: Parts) {
  const { clock, identity, accounting, limits, faults, log } = parts;

  function note(call: Call, noted: Noted): void {
    log.add({
      at: clock.now().toISOString(),
      method: call.method,
      path: call.path,
      tenantId: headerOf(call, 'xero-tenant-id'),
      idempotencyKey: headerOf(call, 'idempotency-key'),
      status: null,
      requestErrors: [],
      answerErrors: [],
      fault: null,
      isReplay: false,
      requestBody: undefined,
      answerBody: undefined,
      ...noted,
    });
  }

  /** Faults that change who may call, before anybody looks. */
  async function strikeAccess(call: Call, target: Target): Promise<Strike | null> {
    const strike = faults.take(target, 'access');
    if (strike?.kind === 'revokedConnection')
      identity.connections.revoke(headerOf(call, 'xero-tenant-id') ?? undefined);
    if (strike?.kind === 'expiredAccessToken') {
      const claims = await identity.bearer(call);
      if (!('status' in claims)) identity.tokens.expire(claims.jti);
    }
    return strike;
  }

  function accessRefusal(call: Call, claims: AccessClaims | Reply, scopes: readonly string[]): Reply | null {
    if ('status' in claims) return claims;
    const tenantId = headerOf(call, 'xero-tenant-id');
    if (tenantId === null || !identity.connections.isConnected(tenantId))
      return problemReply(403, 'Forbidden', 'AuthenticationUnsuccessful');
    if (!isGranted(claims.scopes, scopes, call.path.slice(API_ROOT.length)))
      return {
        ...problemReply(401, 'Unauthorized', 'AuthorizationUnsuccessful'),
        headers: { 'WWW-Authenticate': 'insufficient_scope' },
      };
    return null;
  }

  async function serveAccounting(call: Call, res: ServerResponse): Promise<void> {
    const described = accounting.read(call);
    const { operation, body, requestErrors } = described;
    const id = operation?.id ?? 'unknown';
    const target = { operation: id, isAccounting: true };
    const tenantId = headerOf(call, 'xero-tenant-id') ?? '';
    // Whoever is refused has called all the same: the limits see everything that comes for a tenant.
    const admission: Admission = limits.enter(tenantId);
    res.once('close', admission.leave);
    const access = await strikeAccess(call, target);
    const noted: Noted = { operation: id, requestErrors, requestBody: body, fault: access?.kind ?? null };
    const answer = (reply: Reply, more: Partial<Noted> = {}) => {
      const answerBody = Buffer.isBuffer(reply.body) ? `${reply.body.length} bytes` : reply.body;
      note(call, { ...noted, ...more, status: reply.status, answerBody });
      // Before the caller can hear of it, or its next call could find this one still under way.
      admission.leave();
      send(res, { ...reply, headers: { ...admission.headers(), ...reply.headers } });
    };

    const claims = await identity.bearer(call);
    const refusal = accessRefusal(call, claims, operation?.scopes ?? []);
    if (refusal || 'status' in claims) return answer(refusal ?? problemReply(401, 'Unauthorized', ''));
    if (admission.refusal) {
      const { problem, retryAfterSeconds } = admission.refusal;
      const headers = { 'Retry-After': String(retryAfterSeconds), 'X-Rate-Limit-Problem': problem };
      return answer({ status: 429, headers });
    }

    const strike = faults.take(target, 'work');
    const caller = { tenantId, clientId: claims.clientId };
    let isReplay = false;
    const work = async () => {
      const outcome = await accounting.perform(call, described, caller);
      isReplay = outcome.isReplay;
      return outcome.reply;
    };
    const reply = await perform(res, strike, work);
    const struck = { isReplay, ...(strike && { fault: strike.kind }) };
    if (reply === UNHEARD) {
      admission.leave();
      return note(call, { ...noted, ...struck });
    }
    if (strike?.kind === 'status' && strike.isRemembered) accounting.remember(call, caller, reply);
    const isDescribed = operation && DESCRIBED.includes(reply.status);
    const answerErrors = isDescribed
      ? accountingDescription.checkAnswer(operation, reply.status, reply.body)
      : [];
    answer(answerErrors.length > 0 ? contradiction(answerErrors) : reply, { ...struck, answerErrors });
  }

  async function serveIdentity(call: Call, res: ServerResponse): Promise<boolean> {
    const route = identity.route(call);
    if (!route) return false;
    const { operation } = route;
    const on =
      operation.endsWith('onnections') || operation === 'deleteConnection' ? 'connections' : operation;
    const target = { operation: on, isAccounting: false };
    const access = await strikeAccess(call, target);
    const strike = faults.take(target, 'work');
    const requestErrors = route.checkRequest();
    const work = async () =>
      requestErrors.length > 0 && on === 'connections'
        ? problemReply(400, 'BadRequest', requestErrors.join('; '))
        : route.work();
    const reply = await perform(res, strike, work);
    const noted: Noted = { operation, requestErrors, fault: strike?.kind ?? access?.kind ?? null };
    if (reply === UNHEARD) {
      note(call, noted);
      return true;
    }
    const isOwn = strike === null || strike.kind === 'slow' || strike.kind === 'invalidAnswer';
    const answerErrors = isOwn && requestErrors.length === 0 ? route.checkAnswer(reply) : [];
    const heard = answerErrors.length > 0 ? contradiction(answerErrors) : reply;
    note(call, { ...noted, answerErrors, status: heard.status });
    send(res, heard);
    return true;
  }

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const call = await readCall(req);
    try {
      if (call.path.startsWith(`${API_ROOT}/`)) return await serveAccounting(call, res);
      if (await serveIdentity(call, res)) return;
    } catch (error) {
      // A fault of the sandbox itself must not pass for one of Xero's.
      const said = error instanceof Error ? error.message : String(error);
      note(call, { operation: 'unknown', status: 500, answerErrors: [`the sandbox failed: ${said}`] });
      return send(res, problemReply(500, 'InternalError', said));
    }
    note(call, { operation: 'unknown', status: 404, requestErrors: [`no such address: ${call.path}`] });
    send(res, problemReply(404, 'NotFound', 'There is nothing at this address'));
  };
}
