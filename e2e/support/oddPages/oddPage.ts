import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { AdNetwork } from '../sight/adNetwork';

/** Where a page of the table is, and what it is made of. */
export interface Place {
  /** Its own address, with a slash at the end. */
  url: string;
  network: AdNetwork;
  /** A second network of the same kind. */
  other: AdNetwork;
  /** The name that a zone of this page has at the network. */
  zone: (name: string) => string;
  slot: (name?: string, attributes?: string) => string;
  /** The tag as its drawer gives it. */
  script: string;
}

export interface Answer {
  body: string;
  type?: string;
  headers?: Record<string, string>;
}

export interface OddPage {
  name: string;
  /** What is at its address, or at one below it. */
  answer: (place: Place, path: string) => Answer | string | Promise<Answer | string>;
  /** Before the page is opened. */
  prepare?: (context: BrowserContext, place: Place) => Promise<void> | void;
  /** What happens to the page once it is there. */
  act?: (page: Page, place: Place) => Promise<void>;
  /** Paid impressions of its zones; one of `a` unless it says otherwise. */
  impressions?: Record<string, number>;
  /** Those of them that a person may not look at for a second. */
  unviewed?: string[];
  /** Requests that name a zone, where they are more than its impressions: some were not answered, or not shown. */
  asked?: Record<string, number>;
  /** Whether the network's sizes are kept in the browser; looked at where it is said. */
  isStored?: boolean;
  /** Errors and violations that are the page's own. */
  own?: RegExp;
}

export const SLOT_STYLE = 'display:block;width:300px;height:250px';

/** A page as most are. */
export const html = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${head}</head><body>${body}<p>What is read below the ad.</p></body></html>`;

/** A page with the tag and one slot. */
export const plain = ({ script, slot }: Place, head = '', body = ''): string =>
  html(head + script, slot() + body);

const image = (page: Page, zone: string) =>
  page.locator(`ins[data-zone="${zone}"][data-ez-state=filled] > *`).first();
/** Waits until an ad is in a slot. */
export const filled = (page: Page, { zone }: Place, name = 'a') => image(page, zone(name)).waitFor();

/** Waits until the network has been told of so many viewed ads of a zone. */
export const viewed = ({ network, zone }: Place, count = 1, name = 'a'): Promise<void> =>
  expect
    .poll(
      () =>
        network.told.filter(
          (each) => each.kind === 'view' && each.zone === zone(name) && each.reason === null,
        ).length,
      { timeout: 20_000 },
    )
    .toBe(count);

/** The tag has looked at the page since: it asks for another slot. */
export async function forgotten(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const probe = document.createElement('ins');
        probe.className = 'ez-ad';
        probe.dataset.zone = '{{probe}}';
        new MutationObserver(() => {
          if (!probe.dataset.ezState) return;
          probe.remove();
          resolve();
        }).observe(probe, { attributes: true });
        document.body.append(probe);
      }),
  );
}
