import { remoteFailure } from '@ezdash/contracts';
import type { BrowserContext, Page, Route } from 'playwright-core';
import type { TrialPage } from './trialPages';
import { TRIAL_ORIGIN, type TrialAnswer, type TrialSite } from './trialSite';

/** Where the shell reports that a release fails. */
const REPORTS = '/api/remotes/failures';

/** What was seen of one page. */
export interface TrialWatch {
  page: Page;
  site: TrialSite;
  /** The shell gave up loading, or caught what was thrown: what it said. */
  readonly reports: { phase: string; module: string; message: string }[];
  /** Thrown in the release's own files, and caught by nobody. */
  readonly thrown: string[];
  /** What the browser itself said of the release's files: refused bytes, addresses that are not there. */
  readonly said: string[];
  /** True when nothing is on its way, nor was for this long. */
  isQuietFor(ms: number): boolean;
}

const NO_CONTENT: TrialAnswer = { status: 204, headers: {}, body: '' };

/** One line, without the addresses' common start. */
export const shorten = (text: string, own: string): string =>
  text.replaceAll(own, '').replaceAll(TRIAL_ORIGIN, '').replace(/\s+/g, ' ').trim().slice(0, 300);

/** A report as it came; anything else a page may send there says nothing. */
function readReport(route: Route) {
  try {
    const parsed = remoteFailure.safeParse(route.request().postDataJSON());
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Opens a page whose every request is answered by the site, and writes down what goes wrong in it. */
export async function watchPage(
  context: BrowserContext,
  site: TrialSite,
  trialPage: TrialPage,
): Promise<TrialWatch> {
  const page = await context.newPage();
  const reports: TrialWatch['reports'] = [];
  const thrown: string[] = [];
  const said: string[] = [];
  let pending = 0;
  let lastAtMs = performance.now();

  async function answer(route: Route): Promise<TrialAnswer | null> {
    const request = route.request();
    const address = request.url();
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) return site.page(trialPage);
    if (address === TRIAL_ORIGIN + REPORTS) {
      const report = readReport(route);
      if (report) reports.push({ ...report, message: shorten(report.message, site.own) });
      return NO_CONTENT;
    }
    const found = await site.answer(address);
    if (found?.status === 404 && address.startsWith(site.own))
      said.push(`${shorten(address, site.own)}: 404`);
    return found;
  }

  await page.route('**/*', async (route) => {
    pending += 1;
    try {
      const found = await answer(route);
      await (found ? route.fulfill(found) : route.abort('blockedbyclient'));
    } catch {
      // The page has gone meanwhile: nobody waits for the answer.
    } finally {
      pending -= 1;
      lastAtMs = performance.now();
    }
  });
  context.on('weberror', (failure) => {
    if (failure.page() !== page) return;
    const { name: kind, message, stack = '' } = failure.error();
    const { url } = failure.location();
    // Of a script that is none the browser does not say which. Nothing else of this page is: the shell runs.
    if (kind === 'SyntaxError' && stack === '' && url === '') return void thrown.push(`${kind}: ${message}`);
    // What is refused by no error but by the answer of a call has no stack: a page may leave that lying about.
    const file = stack.split('\n').find((line) => line.includes(site.own));
    if (file === undefined) return;
    const name = file.slice(file.indexOf(site.own) + site.own.length).split(/[:)?]/)[0];
    thrown.push(`${name}: ${shorten(message, site.own)}`);
  });
  page.on('console', (line) => {
    if (line.type() === 'error' && line.text().includes(site.own)) said.push(shorten(line.text(), site.own));
  });
  return {
    page,
    site,
    reports,
    thrown,
    said,
    isQuietFor: (ms) => pending === 0 && performance.now() - lastAtMs >= ms,
  };
}
