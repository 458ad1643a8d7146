import type { AdSize, BundleClick } from '@ezdash/contracts';
import { findBrowser } from '../../platform/browser';
import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import type { Owner, Work } from '../../platform/work';
import { decodeName } from './bundleReferences';
import { clickTask } from './tasks';
import { type Origins, trialAddresses } from './trialAddresses';

/** What came of clicking an ad: where a click opened its address, or the sentence for its owner. */
export type TriedClick = { ok: true; click: BundleClick } | { ok: false; problem: string };

export interface ClickTrials {
  /**
   * Clicks the bundle in a folder as visitors get it. Null: this machine has no browser, or it does not run. 429 or 503 when too many
   * wait.
   */
  try(folder: string, size: AdSize, owner: Owner): Promise<TriedClick | null>;
}

const NO_CLICK =
  'A click on the ad opens nothing. Lead clicks to window.open(window.clickTag), on all of the ad or on a button';
const OWN_FRAME =
  'A click on the ad leads its own frame on instead of opening a window. Use window.open(window.clickTag)';
const elsewhere = (address: string) =>
  `A click on the ad opens ${address.slice(0, 80)}. Lead clicks to window.open(window.clickTag)`;

/** The click's address is folded as often as its chain of counters wants. */
function leadsToClick(address: string, click: string): boolean {
  let folded = address;
  for (let times = 0; times < 4; times += 1) {
    if (folded.includes(click)) return true;
    folded = decodeName(folded);
  }
  return false;
}

export interface ClickTrialsParts {
  /** Path of the Chromium that the operator names; null: one of the usual places. */
  browser: string | null;
  origins: Origins;
  /** The policy that visitors get a bundle with that lies in this path of the creatives' host. */
  policyOf: (path: string) => string;
  /** Where browsers run: away from the thread that serves ads, one at a time, owners in turn. */
  work: Pick<Work, 'run'>;
  clock: Clock;
  log: Log;
}

/** Bundles clicked in the browser of the gate. */
export function createClickTrials(parts: ClickTrialsParts): ClickTrials {
  const { browser, origins, policyOf, work, clock, log } = parts;
  return {
    async try(folder, size, owner) {
      const browserPath = findBrowser(browser);
      if (browserPath === null) return null;
      try {
        const addresses = trialAddresses(origins);
        const policy = policyOf(addresses.path);
        const trial = { browserPath, folder, size, policy, addresses };
        const { opened, at } = await work.run(clickTask, trial, owner);
        // Some do so before anybody clicks.
        if (opened?.isOwnFrame) return { ok: false, problem: OWN_FRAME };
        if (opened === null || at === null) return { ok: false, problem: NO_CLICK };
        if (!leadsToClick(opened.address, addresses.click))
          return { ok: false, problem: elsewhere(opened.address) };
        return { ok: true, click: { by: 'gate', at: clock.now().toISOString(), x: at[0], y: at[1] } };
      } catch (error) {
        // Too many wait, or the bundle takes too much.
        if (error instanceof AppError) throw error;
        log.error(
          { event: 'bundle.no-trial', err: error, browser: browserPath },
          'The browser that bundles are clicked in does not run',
        );
        return null;
      }
    },
  };
}
