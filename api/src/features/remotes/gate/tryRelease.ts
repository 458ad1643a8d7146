import { setTimeout as wait } from 'node:timers/promises';
import type { GateCheck, GateCheckId, Release } from '@ezdash/contracts';
import type { BrowserContext } from 'playwright-core';
import { type PageState, readExposes, readState } from './inPage';
import { outcomeOf, skipped } from './staticChecks';
import { type TrialPage, trialPages } from './trialPages';
import { TRIAL_ORIGIN, type TrialSite } from './trialSite';
import { shorten, type TrialWatch, watchPage } from './trialWatch';

/** The checks that need a browser, in the order in which one needs the other. */
export const BROWSER_CHECKS = ['entry', 'exposes', 'render'] as const satisfies readonly GateCheckId[];

/** How long a trial waits, in milliseconds. */
export interface TrialLimits {
  /** For all of it, once the browser runs. */
  trial: number;
  /** For the shell to load a module: longer than the 8 s after which it gives an entry up by itself. */
  load: number;
  /** For a container to hand a module out. */
  answer: number;
  /** For a page that stands to come to rest: it goes on when nothing was under way for `quiet`. */
  settle: number;
  quiet: number;
}
export const TRIAL_LIMITS: TrialLimits = {
  trial: 20_000,
  load: 9_000,
  answer: 4_000,
  settle: 3_000,
  quiet: 300,
};

const POLL_MS = 50;
/** A page that is busy is not yet one that stands still. */
const LEAST_MS = 2_000;

/** The page does not even answer what is asked of it: a loop without an end. */
const STANDS_STILL = 'stands still, and never answers';

const LATE = Symbol('late');
/** What a promise comes to, or `LATE`. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | typeof LATE> {
  const stop = new AbortController();
  const late = wait(ms, LATE, { signal: stop.signal });
  late.catch(() => undefined);
  return Promise.race([promise, late]).finally(() => stop.abort());
}

/**
 * A page as it was when something was to be seen of it, or when the wait was over; null: it stands still, or there never
 * was a page to ask.
 */
async function waitFor(
  { page }: TrialWatch,
  what: Parameters<typeof readState>[0],
  isSeen: (state: PageState) => boolean,
  ms: number,
): Promise<PageState | null> {
  const endsAt = performance.now() + ms;
  let last: PageState | null = null;
  do {
    // Rejected while the page is on its way to its address: asked again.
    const asked = page.evaluate(readState, what).catch(() => last);
    const state = await within(asked, Math.max(endsAt - performance.now(), LEAST_MS));
    if (state === LATE) return null;
    if (page.isClosed()) throw new Error('it was ended');
    if (state && isSeen(state)) return state;
    last = state;
    await wait(POLL_MS);
  } while (performance.now() < endsAt);
  return last;
}

/** The first that is known of what went wrong; what the code threw says more than what the shell made of it. */
const firstOf = ({ thrown, said, reports }: TrialWatch): string =>
  thrown[0] ?? said[0] ?? reports[0]?.message ?? 'nothing says why';

async function openPage(context: BrowserContext, site: TrialSite, page: TrialPage): Promise<TrialWatch> {
  const watch = await watchPage(context, site, page);
  await watch.page.goto(TRIAL_ORIGIN + page.address, { waitUntil: 'commit' });
  return watch;
}

/** The shell has said its word about the module: it stands, or it does not load. */
const isDecided = (watch: TrialWatch) => (state: PageState) =>
  state.loaded !== null || watch.reports.length > 0;

function entryCheck({ entry }: Release, watch: TrialWatch, state: PageState | null): GateCheck {
  if (!state) return outcomeOf('entry', [`with ${entry} in it the page ${STANDS_STILL}`], '');
  const problems = state.isDefined ? [] : [`${entry} defines no container: ${firstOf(watch)}`];
  return outcomeOf('entry', problems, `${entry} loads, with the integrity that is described`);
}

async function exposesCheck(release: Release, watch: TrialWatch, answerMs: number): Promise<GateCheck> {
  const { global } = release;
  const modules = Object.keys(release.modules);
  const found = await watch.page.evaluate(readExposes, { global, modules, answerMs });
  const problems = found.flatMap(({ module, problem }) => {
    if (problem === null) return [];
    const cause = [...watch.thrown, ...watch.said].find((text) => !problem.includes(text));
    const short = shorten(problem, watch.site.own);
    return [`./${module}: ${short}${cause === undefined ? '' : ` (${cause})`}`];
  });
  return outcomeOf('exposes', problems, modules.map((module) => `./${module}`).join(', '));
}

/** What is wrong with a module's page, or null; waits until it stands and has come to rest. */
async function renderProblem(
  release: Release,
  { module, address, shows }: TrialPage,
  watch: TrialWatch,
  limits: TrialLimits,
): Promise<string | null> {
  if (!shows) return null;
  const what = { remote: release.name, module, global: release.global };
  const isBroken = () => watch.reports.length > 0 || watch.thrown.length > 0;
  const state = await waitFor(watch, what, (one) => one.isMounted || isBroken(), limits.load);
  if (!state) return `${address} ${STANDS_STILL}`;
  const endsAt = performance.now() + limits.settle;
  while (!isBroken() && performance.now() < endsAt && !watch.isQuietFor(limits.quiet)) await wait(POLL_MS);
  if (isBroken()) return `${address}: ${watch.thrown[0] ?? watch.reports[0]?.message}`;
  const last = await waitFor(watch, what, () => true, limits.answer);
  if (!last) return `${address} ${STANDS_STILL}`;
  return last.isMounted ? null : `${address}: ${module} does not come up: ${firstOf(watch)}`;
}

/** Makes the three checks one after the other, and hands each over as soon as it is made. */
async function makeChecks(
  parts: TrialParts,
  limits: TrialLimits,
  done: (check: GateCheck) => boolean,
): Promise<void> {
  const { context, site, release } = parts;
  const pages = trialPages(release);
  const [first, ...others] = pages;
  if (!first) return void done(outcomeOf('entry', ['it exposes no module'], ''));
  const watch = await openPage(context, site, first);
  const what = { remote: release.name, module: first.module, global: release.global };
  const state = await waitFor(watch, what, isDecided(watch), limits.load);
  if (!done(entryCheck(release, watch, state))) return;
  if (!done(await exposesCheck(release, watch, limits.answer))) return;
  const problems = [await renderProblem(release, first, watch, limits)];
  for (const page of others) {
    problems.push(await renderProblem(release, page, await openPage(context, site, page), limits));
  }
  const shown = pages.filter(({ shows }) => shows).map(({ module, address }) => `${module} at ${address}`);
  const passed = shown.length === 0 ? 'it has no page' : shown.join(', ');
  done(
    outcomeOf(
      'render',
      problems.filter((one) => one !== null),
      passed,
    ),
  );
}

export interface TrialParts {
  context: BrowserContext;
  site: TrialSite;
  release: Release;
}

/**
 * Tries a release in a browser: whether its entry loads, its modules are there, and each first page stands without its
 * server. Answers all three checks, whatever happens, within the limit.
 */
export async function tryRelease(parts: TrialParts, limits = TRIAL_LIMITS): Promise<GateCheck[]> {
  const made: GateCheck[] = [];
  let isOver = false;
  const done = (check: GateCheck) => {
    if (!isOver) made.push(check);
    return check.outcome === 'passed';
  };
  const work = makeChecks(parts, limits, done);
  let reason = `never answers: nothing came of it in ${limits.trial / 1000} s`;
  try {
    await within(work, limits.trial);
  } catch (error) {
    reason = `the browser failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  } finally {
    isOver = true;
    // Of a page that is closed under its hands.
    work.catch(() => undefined);
  }
  for (const check of BROWSER_CHECKS.slice(made.length)) {
    const before = made.find(({ outcome }) => outcome === 'failed');
    made.push(
      before ? skipped(check, `not tried, because ${before.check} failed`) : outcomeOf(check, [reason], ''),
    );
  }
  return made;
}
