import type { APIRequestContext } from '@playwright/test';
import { addressesOf, isOpenTo, knownPages } from '../../e2e/support/pages';
import type { Who } from './browser';

/** Pages that lead on when nothing was asked of them: to what they lead is measured under its own address. */
const LEADS_ON = ['/payment/result', '/payment/test'];

/** What a person may open, from the registry: a page that is added is measured from then on. */
export async function addressesFor(request: APIRequestContext, who: Who): Promise<string[]> {
  const pages = (await knownPages(request)).filter(
    (page) => page.built && isOpenTo(page, who) && !LEADS_ON.includes(page.path),
  );
  // Open to everybody, so measured once.
  const own = who === 'guest' ? pages : pages.filter(({ access }) => access !== 'public');
  return (await Promise.all(own.map((page) => addressesOf(page, request)))).flat();
}
