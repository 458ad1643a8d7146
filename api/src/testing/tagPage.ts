import { type AdCandidate, type ServedAd, serveAnswer } from '@ezdash/contracts';
import type { LoadSight } from '../../tag/loadSight';
import { afterInView } from '../../tag/sight/afterInView';
import { type PageFacts, type Started, startTag } from '../../tag/tag';

/** For tests of the tag: a page in jsdom, a network that answers what the test says, and eyes that see what it says. */
export const BASE = 'https://ads.example/tag.js';

interface Call {
  url: URL;
  method: string;
  keepalive: boolean;
  credentials: string | undefined;
}

export const page = {
  calls: [] as Call[],
  /** Zone → what the network answers; a zone that is not here is unknown to it. */
  network: {} as Record<string, Partial<ServedAd>>,
  failure: null as number | 'offline' | null,
  /** Slots that nobody is near to. */
  far: new Set<Element>(),
  /** What is watched for being in view, and how to say how much of it is. */
  watched: new Map<Element, (ratio: number) => void>(),
  /** Scrolls to a far slot, and away from it. */
  approach: new Map<Element, () => void>(),
  leave: new Map<Element, () => void>(),
};

type Entries = {
  intersectionRatio: number;
  isIntersecting: boolean;
  boundingClientRect: { top: number };
}[];
class StubObserver {
  private readonly targets: Element[] = [];
  constructor(
    private readonly callback: (entries: Entries) => void,
    private readonly options: { rootMargin?: string } = {},
  ) {}
  observe(target: Element) {
    this.targets.push(target);
    // What is not in view lies below it.
    const tell = (ratio: number) =>
      this.callback([
        {
          intersectionRatio: ratio,
          isIntersecting: ratio > 0,
          boundingClientRect: { top: ratio > 0 ? 0 : 5_000 },
        },
      ]);
    if (this.options.rootMargin === undefined) page.watched.set(target, tell);
    else if (page.far.has(target)) {
      page.approach.set(target, () => tell(1));
      page.leave.set(target, () => tell(0));
    } else queueMicrotask(() => this.targets.includes(target) && tell(1));
  }
  disconnect() {
    for (const target of this.targets.splice(0)) {
      if (this.options.rootMargin === undefined) page.watched.delete(target);
      else page.approach.delete(target);
    }
  }
}

let made = 0;
type Shared = Pick<
  AdCandidate,
  'token' | 'campaign' | 'creative' | 'cap' | 'click' | 'impression' | 'view' | 'alt'
>;
function shared(): Shared {
  made += 1;
  return {
    token: `t${made}`,
    campaign: 'c_1',
    creative: `cr_${made}`,
    cap: null,
    click: `/e/c/t${made}`,
    impression: `/e/i/t${made}`,
    view: `/e/v/t${made}`,
    alt: 'Shoes',
  };
}

export type ImageCandidate = Extract<AdCandidate, { type: 'image' }>;
export const candidate = (fields: Partial<ImageCandidate> = {}): ImageCandidate => ({
  ...shared(),
  type: 'image',
  image: '/creatives/x.png',
  ...fields,
});
export const html5 = (): AdCandidate => ({
  ...shared(),
  type: 'html5',
  page: '/creatives/abc/index.html',
  click: '/e/c/x',
});
type NativeCandidate = Extract<AdCandidate, { type: 'native' }>;
export const native = (fields: Partial<NativeCandidate> = {}): NativeCandidate => ({
  ...shared(),
  type: 'native',
  title: 'Shoes that fit',
  body: 'Made to measure in a day.',
  call_to_action: 'Try them',
  sponsored_by: 'Rivet',
  picture: { url: '/creatives/p.png', width: 1200, height: 628 },
  icon: { url: '/creatives/i.png', width: 80, height: 80 },
  chain: null,
  ...fields,
});
export const text = (fields: Partial<Extract<AdCandidate, { type: 'text' }>> = {}): AdCandidate => ({
  ...shared(),
  type: 'text',
  headline: 'Shoes that fit',
  description: 'Made to measure in a day.',
  display_url: 'rivet.example',
  chain: null,
  ...fields,
});

export const anAd = (fields: Partial<ServedAd> = {}): Partial<ServedAd> => ({
  width: 300,
  height: 250,
  candidates: [candidate()],
  ...fields,
});

export const settle = async (ms = 0): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms + 100);
};

function answer(url: URL) {
  const ads = (url.searchParams.get('zones') ?? '').split(',').map(
    (zone): ServedAd => ({
      zone,
      kind: 'banner',
      width: 0,
      height: 0,
      fallback: 'collapse',
      candidates: [],
      ...(page.network[zone] ?? { reason: 'unknown-zone' }),
    }),
  );
  // What the test makes up is what the contract allows.
  return serveAnswer.parse({ ads });
}

/** The copies of the tag that earlier tests have started watch the same document; it is emptied between tests. */
let started: MutationObserver[] = [];
const RealObserver = MutationObserver;

async function stubFetch(target: string | URL, init: RequestInit = {}) {
  const url = new URL(target);
  page.calls.push({
    url,
    method: init.method ?? 'GET',
    keepalive: init.keepalive === true,
    credentials: init.credentials,
  });
  if (page.failure === 'offline') throw new TypeError('Failed to fetch');
  if (page.failure !== null) return { ok: false, status: page.failure, json: async () => ({}) };
  return { ok: true, status: 200, json: async () => (url.pathname === '/serve' ? answer(url) : {}) };
}

/** Before each test: an empty page, a network that knows no zone. */
export function openTestPage(): void {
  jest.useFakeTimers();
  page.calls = [];
  page.failure = null;
  page.network = {};
  page.watched.clear();
  page.approach.clear();
  page.leave.clear();
  page.far.clear();
  localStorage.clear();
  document.body.replaceChildren();
  Object.assign(globalThis, {
    IntersectionObserver: StubObserver,
    MutationObserver: class extends RealObserver {
      constructor(callback: MutationCallback) {
        super(callback);
        started.push(this);
      }
    },
    fetch: stubFetch,
  });
}
export function closeTestPage(): void {
  for (const observer of started) observer.disconnect();
  started = [];
  jest.useRealTimers();
}

export function slot(zone: string, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement('ins');
  element.className = 'ez-ad';
  element.dataset.zone = zone;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

/** Another page of the site: empty, of another address. */
export function nextPage(): void {
  pages += 1;
  window.history.pushState(null, '', `/page-${pages}`);
  document.body.replaceChildren();
}
let pages = 0;

export const imageOf = (element: HTMLElement) => element.querySelector('img');
export const load = (element: HTMLElement) => imageOf(element)?.dispatchEvent(new Event('load'));
export const requests = () => page.calls.filter(({ url }) => url.pathname === '/serve');
export const events = () =>
  page.calls.filter(({ url }) => url.pathname.startsWith('/e/')).map(({ url }) => url.pathname);

/** Sees every ad as soon as it is drawn, and a view once the test says how much of it is in the window. */
const seesAll: LoadSight = async () => ({
  afterInView,
  watchSight({ element, tell }) {
    tell('impression', '');
    page.watched.set(element, (ratio) => ratio >= 0.5 && tell('view', ''));
    return () => page.watched.delete(element);
  },
});

/** The tag on the test's page. What an ad must be to be seen is looked at in a browser (e2e/sight.spec.ts). */
export const openTag = (facts?: PageFacts): Started => startTag(BASE, facts, seesAll);
