import { createHash } from 'node:crypto';
import {
  isLinkStart,
  type SocialIntent,
  type SocialOutcome,
  safeNext,
  socialIntent,
} from '@ezdash/contracts';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import {
  type AuthUser,
  actorOf,
  addressKey,
  createLimiter,
  currentUser,
  equalTexts,
  holdLogIn,
  proveAgain,
  requireRecentProof,
  saveSession,
  signIn,
} from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { AppError, UnauthorizedError } from '../../platform/errors';
import { pageLocale } from '../../platform/http';
import {
  arrivalPage,
  confirmedPage,
  failurePage,
  linkedPage,
  loginPage,
  proofPage,
  secondFactorPage,
  settingsPage,
  withQuery,
} from './addresses';
import type { Connections } from './connections';
import type { createEntering } from './entering';
import { FLOW_MS, type Flow, type FlowCookie } from './flowCookie';
import type { OidcClient, ProvenPerson } from './oidcClient';
import { ProviderFailure } from './ProviderFailure';
import { takeState } from './social.repo';

declare module 'express-session' {
  interface SessionData {
    /** A confirmation that was begun on our pages leads on to linking: that start comes from the provider's page. */
    confirmedToLink?: true;
  }
}

export interface FlowsDeps {
  db: Db;
  clock: Clock;
  /** By the provider's id. */
  clients: ReadonlyMap<string, OidcClient>;
  cookie: FlowCookie;
  enter: ReturnType<typeof createEntering>;
  connections: Connections;
  loadUser(id: number): Promise<AuthUser | null>;
  /** What has to follow before somebody is signed in; empty when nothing has. */
  secondFactorsOf(userId: number): Promise<readonly string[]>;
}

const LIMIT = { points: 60, durationSeconds: 15 * 60 };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const startPath = (provider: string, intent: SocialIntent): string =>
  withQuery(`/auth/social/${provider}/start`, { intent });

/** Leaves for another page; neither it nor anybody between keeps or passes on where from. */
function leave(res: Response, to: string): void {
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(303, to);
}

function hasRecentProof(req: Request): boolean {
  try {
    requireRecentProof(req);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Whether the session that the proof is for is still there. */
async function provesAgain(req: Request): Promise<boolean> {
  try {
    await proveAgain(req);
    return true;
  } catch (error) {
    if (error instanceof UnauthorizedError) return false;
    throw error;
  }
}

/** A page of somebody else sent the browser here. */
const isFromElsewhere = (req: Request): boolean => req.get('Sec-Fetch-Site') === 'cross-site';

/** The signed-in person that a visit was begun by, in the very session; null when that is over. */
function ownerOf(req: Request, { owner }: Flow): AuthUser | null {
  const user = currentUser(req);
  return user && owner && user.id === owner.userId && sha256(req.sessionID) === owner.session ? user : null;
}

/** Our two addresses of each provider: where a visit to it begins and ends. Other addresses are left to the pages. */
export function flowsRouter(deps: FlowsDeps): Router {
  const { db, clock, clients, cookie, enter, connections, loadUser, secondFactorsOf } = deps;
  const starts = createLimiter({ name: 'social-start', ...LIMIT });
  const callbacks = createLimiter({ name: 'social-callback', ...LIMIT });

  /** Where to instead, when the visit may not begin. */
  async function refuseStart(req: Request, begun: Flow): Promise<string | null> {
    const { intent, provider } = begun;
    // Nobody is signed in but by a press of their own.
    if (intent === 'login') return isFromElsewhere(req) ? loginPage(begun.next) : null;
    const user = currentUser(req);
    if (!user) return loginPage(intent === 'link' ? settingsPage : begun.next);
    if (intent === 'confirm')
      return (await connections.isLinked(user.id, provider)) ? null : failurePage(begun, 'other_account');
    if (user.status !== 'active') return failurePage(begun, 'suspended');
    // Otherwise somebody else's page could link its own account there with whoever looks at it.
    if (isFromElsewhere(req) && !req.session.confirmedToLink) return settingsPage;
    if (!hasRecentProof(req)) return proofPage(startPath(provider, 'link'));
    req.session.confirmedToLink = undefined;
    return null;
  }

  function beginFlow(req: Request, provider: string): Flow {
    const intent = socialIntent.catch('login').parse(req.query.intent);
    const user = currentUser(req);
    return {
      provider,
      intent,
      next: safeNext(req.query.next, { links: intent === 'confirm' && !isFromElsewhere(req) }),
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
      owner: user && intent !== 'login' ? { userId: user.id, session: sha256(req.sessionID) } : null,
      beganAt: clock.nowMs(),
    };
  }

  /** The address to go on to, or the outcome of what failed. Lines of the log hold neither codes nor tokens. */
  async function attempt<T>(
    req: Request,
    { provider, intent }: Flow,
    work: () => Promise<T>,
  ): Promise<T | SocialOutcome> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const outcome = error.isCancelled ? 'cancelled' : 'failed';
      const line = { event: `auth.social_${outcome}`, provider, intent, reason: error.message };
      req.log.info(line, 'A visit to a provider came to nothing');
      return outcome;
    }
  }

  async function start(req: Request<{ provider: string }>, res: Response, next: NextFunction): Promise<void> {
    const { provider } = req.params;
    const client = clients.get(provider);
    if (!client) return next();
    await starts.consume(addressKey(req.ip));
    const begun = beginFlow(req as Request, provider);
    const instead = await refuseStart(req as Request, begun);
    if (instead !== null) return leave(res, instead);
    const to = await attempt(req as Request, begun, () => client.authorizationUrl(begun));
    if (!(to instanceof URL)) return leave(res, failurePage(begun, to));
    cookie.issue(req as Request, begun);
    leave(res, to.href);
  }

  /** The visit that this answer belongs to, once; null for anything else. */
  async function takeFlow(req: Request, provider: string): Promise<Flow | null> {
    const flow = cookie.read(req);
    const { state } = req.query;
    if (flow?.provider !== provider || typeof state !== 'string' || !equalTexts(state, flow.state))
      return null;
    cookie.remove(req);
    const expiresAt = new Date(flow.beganAt + FLOW_MS);
    return (await takeState(db, sha256(state), expiresAt, clock.now())) ? flow : null;
  }

  async function finishLogin(req: Request, { provider, next }: Flow, person: ProvenPerson): Promise<string> {
    const entered = await enter(provider, person, pageLocale(req, null));
    if ('refused' in entered) {
      const line = { event: 'auth.login_failed', provider, reason: entered.refused };
      req.log.info(line, 'A sign-in by a provider was refused');
      return failurePage({ intent: 'login', next, provider }, entered.refused);
    }
    const user = await loadUser(entered.user.id);
    // Asked once more: what takes the link away also moves the password's stamp, which was read before this.
    const isLinked = user && (await connections.recognise(user.id, provider, person));
    if (!isLinked) return failurePage({ intent: 'login', next, provider }, 'failed');
    if ((await secondFactorsOf(user.id)).length > 0) {
      await holdLogIn(req, user);
      return secondFactorPage(next);
    }
    // That the provider still knew somebody of an earlier visit does not show who sits there now.
    await signIn(req, user, { proven: person.isFresh });
    const line = { event: 'auth.social_signed_in', userId: user.id, provider, isNew: entered.isNew };
    req.log.info(line, 'Signed in by a provider');
    return arrivalPage(entered.user, next);
  }

  async function finishLink(req: Request, flow: Flow, person: ProvenPerson): Promise<string> {
    const { provider } = flow;
    const user = ownerOf(req, flow);
    if (!user) return loginPage(settingsPage);
    if (user.status !== 'active') return failurePage(flow, 'suspended');
    const outcome = await connections.link(actorOf(req, user), provider, person);
    req.log.info({ event: 'auth.social_link', userId: user.id, provider, outcome }, 'Linking was tried');
    return linkedPage(outcome, provider);
  }

  async function finishConfirm(req: Request, flow: Flow, person: ProvenPerson): Promise<string> {
    const { provider, next } = flow;
    const user = ownerOf(req, flow);
    if (!user) return loginPage(next);
    const isOwn = await connections.recognise(user.id, provider, person);
    const outcome = isOwn ? (person.isFresh ? 'confirmed' : 'failed') : 'other_account';
    req.log.info(
      { event: 'auth.social_confirm', userId: user.id, provider, outcome },
      'Confirming was tried',
    );
    if (outcome !== 'confirmed') return failurePage(flow, outcome);
    if (!(await provesAgain(req))) return loginPage(next);
    if (isLinkStart(next)) {
      req.session.confirmedToLink = true;
      await saveSession(req);
    }
    return confirmedPage(next);
  }

  const finish = { login: finishLogin, link: finishLink, confirm: finishConfirm };

  async function callback(
    plain: Request<{ provider: string }>,
    res: Response,
    next: NextFunction,
  ): Promise<void> {
    const req = plain as Request;
    const { provider } = plain.params;
    const client = clients.get(provider);
    if (!client) return next();
    await callbacks.consume(addressKey(req.ip));
    const flow = await takeFlow(req, provider);
    if (!flow) {
      // What it was for is not known any more: whoever is signed in wanted to link or to confirm.
      const intent = currentUser(req) ? 'link' : 'login';
      return leave(res, failurePage({ intent, next: null, provider }, 'expired'));
    }
    const { searchParams } = new URL(req.originalUrl, 'http://app.invalid');
    const person = await attempt(req, flow, () => client.prove(flow, searchParams));
    leave(
      res,
      typeof person === 'string' ? failurePage(flow, person) : await finish[flow.intent](req, flow, person),
    );
  }

  const router = Router();
  router.get('/:provider/start', start);
  router.get('/:provider/callback', callback);
  return router;
}
