import type { Registry } from '@ezdash/contracts';

/** What the server says about remotes in the page itself. */
export interface PageRegistry {
  registry: Registry;
  /** What shows the page's address, chosen by the server, which preloads it. */
  route: { remote: string; module: string } | null;
}

const EMPTY: PageRegistry = { registry: {}, route: null };

/** Reads `<script type="application/json" id="registry">`. Without one, there are no remotes. */
export function readPageRegistry(page: Document): PageRegistry {
  const element = page.getElementById('registry');
  if (!element?.textContent) return EMPTY;
  const { routeRemote: remote, routeModule: module = 'App' } = element.dataset;
  return {
    registry: JSON.parse(element.textContent) as Registry,
    route: remote ? { remote, module } : null,
  };
}
