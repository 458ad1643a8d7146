import type { AdCandidate, ServedAd } from '@ezdash/contracts';
import {
  anAd,
  candidate,
  closeTestPage,
  events,
  html5,
  imageOf,
  load,
  openTag,
  openTestPage,
  page,
  requests,
  settle,
  slot,
} from '../src/testing/tagPage';

/** Another one for each test: the tag remembers for as long as its page lives. */
let campaign = 'c_100';
beforeEach(() => {
  openTestPage();
  campaign = `c_${Number(campaign.slice(2)) + 1}`;
});
afterEach(closeTestPage);

const times = (count: number) => ({ campaign, cap: { count, seconds: 3_600 } });
const alts = (slots: HTMLElement[]) => slots.map((element) => imageOf(element)?.alt ?? null);
const creative = (id: string) => candidate({ creative: id, alt: id });
const search = () => requests().map(({ url }) => url.search);

/** A network of few creatives, each zone a candidate and a successor of it: none twice in a request, none of `except`. */
function answerFrom(creatives: string[]): void {
  const { fetch: known } = globalThis;
  Object.assign(globalThis, {
    fetch: async (target: string | URL, init?: RequestInit) => {
      const url = new URL(target);
      const except = url.searchParams.get('except')?.split(',') ?? [];
      const left = creatives.filter((id) => !except.includes(id));
      const zones = url.searchParams.get('zones')?.split(',') ?? [];
      const network = Object.fromEntries(
        zones.map((zone): [string, Partial<ServedAd>] => [
          zone,
          anAd({ candidates: left.splice(0, 2).map(creative) }),
        ]),
      );
      const answer = await known(url, init);
      const json = () => {
        page.network = network;
        return answer.json();
      };
      return { ok: true, status: 200, json };
    },
  });
}
/** From now on the network takes a second to answer. */
function slowDown(): void {
  const { fetch: fast } = globalThis;
  globalThis.fetch = async (...asked) => {
    const answer = await fast(...asked);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return answer;
  };
}
/** Nobody is near to the slot: it waits below. */
function farSlot(zone: string): HTMLElement {
  const element = slot(zone);
  page.far.add(element);
  return element;
}
function approach(...slots: HTMLElement[]): void {
  for (const element of slots) {
    page.far.delete(element);
    page.approach.get(element)?.();
  }
}

describe('a cap across the slots of a page', () => {
  const next = (alt: string) => candidate({ campaign: 'c_2', alt });

  test('what one slot is about to show counts for the others', async () => {
    page.network = {
      z_1: anAd({ candidates: [candidate({ ...times(1), alt: 'once' }), next('first')] }),
      z_2: anAd({ candidates: [candidate({ ...times(1), alt: 'once' }), next('second')] }),
    };
    const slots = [slot('z_1'), slot('z_2')];
    openTag();
    await settle();
    expect(alts(slots)).toEqual(['once', 'second']);
    slots.forEach(load);
    await settle();
    expect(events()).toHaveLength(2);
  });

  test('nobody else is left: the slot is empty, as its zone says', async () => {
    page.network = {
      z_1: anAd({ candidates: [candidate(times(1))] }),
      z_2: anAd({ candidates: [candidate(times(1))], fallback: 'collapse' }),
    };
    slot('z_1');
    const other = slot('z_2');
    openTag();
    await settle();
    expect(other.dataset).toMatchObject({ ezState: 'empty', ezReason: 'frequency-cap' });
    expect(other.style.display).toBe('none');
  });

  test.each<[string, (element: HTMLElement) => void]>([
    ['failed', (element) => imageOf(element)?.dispatchEvent(new Event('error'))],
    ['was taken out before it was seen', (element) => element.remove()],
    [
      'was emptied by its page',
      (element) => {
        const image = imageOf(element);
        element.replaceChildren();
        image?.dispatchEvent(new Event('load'));
      },
    ],
  ])('what %s is taken back', async (_, end) => {
    page.network = {
      z_1: anAd({ candidates: [candidate(times(1))] }),
      z_2: anAd({ candidates: [candidate({ ...times(1), alt: 'once' }), next('the next')] }),
    };
    const [first, away] = [slot('z_1'), farSlot('z_2')];
    openTag();
    await settle();
    end(first);
    await settle();
    approach(away);
    await settle();
    expect(alts([away])).toEqual(['once']);
    expect(events()).toEqual([]);
  });

  test('what was told counts once, not as shown and as told', async () => {
    page.network = {
      z_1: anAd({ candidates: [candidate(times(2))] }),
      z_2: anAd({ candidates: [candidate({ ...times(2), alt: 'again' }), next('the next')] }),
    };
    const [first, away] = [slot('z_1'), farSlot('z_2')];
    openTag();
    await settle();
    load(first);
    await settle();
    approach(away);
    await settle();
    expect(alts([away])).toEqual(['again']);
  });
});

describe('no creative comes twice', () => {
  const all = ['cr_1', 'cr_2', 'cr_3', 'cr_4', 'cr_5', 'cr_6'];

  test('slots that ask for something else wait for what the others were answered', async () => {
    answerFrom(all);
    const slots = [slot('z_1'), slot('z_2', { 'data-keywords': 'tea' }), slot('z_3', { 'data-test': '' })];
    slowDown();
    openTag();
    await settle(5_000);
    expect(alts(slots)).toEqual(['cr_1', 'cr_3', 'cr_5']);
    expect(search()).toEqual([
      '?zones=z_1&m=1',
      '?zones=z_2&except=cr_1,cr_2&kw=tea&m=1',
      '?zones=z_3&except=cr_1,cr_2,cr_3,cr_4&test=1&m=1',
    ]);
  });

  test('more slots than fit into one request share none either', async () => {
    const zones = Array.from({ length: 23 }, (_, index) => `z_${index}`);
    answerFrom(zones.flatMap((_, index) => [`cr_${index}a`, `cr_${index}b`]));
    const slots = zones.map((zone) => slot(zone));
    slowDown();
    openTag();
    await settle(5_000);
    expect(requests().map(({ url }) => url.searchParams.get('zones')?.split(',').length)).toEqual([20, 3]);
    expect(new Set(alts(slots)).size).toBe(23);
    expect(alts(slots)).not.toContain(null);
  });

  test('nor do slots that come while the others are asked for', async () => {
    answerFrom(all);
    const slots = [slot('z_1')];
    slowDown();
    openTag();
    await settle();
    slots.push(slot('z_2'));
    await settle();
    slots.push(slot('z_3'));
    await settle(5_000);
    expect(search()).toEqual(['?zones=z_1&m=1', '?zones=z_2,z_3&except=cr_1,cr_2&m=1']);
    expect(alts(slots)).toEqual(['cr_1', 'cr_3', 'cr_5']);
  });

  test('a network that answers what is on the page already is not heeded', async () => {
    page.network = {
      z_1: anAd({ candidates: [creative('cr_1')] }),
      z_2: anAd({ candidates: [creative('cr_1'), creative('cr_2')] }),
    };
    const slots = [slot('z_1'), slot('z_2')];
    openTag();
    await settle();
    expect(alts(slots)).toEqual(['cr_1', 'cr_2']);
  });

  test('who comes after somebody that is shown is free for the next slot', async () => {
    answerFrom(all);
    const first = slot('z_1');
    openTag();
    await settle();
    load(first);
    await settle();
    slot('z_2');
    await settle();
    expect(search().at(-1)).toBe('?zones=z_2&except=cr_1&m=1');
  });

  test('an answer for a slot that was asked for anew in the meantime is dropped', async () => {
    page.network = { z_1: anAd({ candidates: [creative('cr_1')] }) };
    const element = slot('z_1');
    slowDown();
    const tag = openTag();
    await settle();
    page.network = { z_1: anAd({ candidates: [creative('cr_2')] }) };
    tag.refresh();
    await settle(900);
    expect(imageOf(element)).toBeNull();
    await settle(2_000);
    expect(search()).toEqual(['?zones=z_1&m=1', '?zones=z_1&m=1']);
    expect(alts([element])).toEqual(['cr_2']);
  });
});

describe('an old decision', () => {
  test('is never shown: all slots that are near by then are decided anew, in one request', async () => {
    answerFrom(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => `cr_${id}`));
    const [first, second, third, fourth] = [slot('z_1'), farSlot('z_2'), farSlot('z_3'), farSlot('z_4')];
    openTag();
    await settle();
    load(first);
    await settle(25_000);
    approach(second, third);
    expect(alts([second, third])).toEqual([null, null]);
    await settle();
    // What is on the page does not come again; what was answered once and can no longer be shown may.
    expect(search()).toEqual(['?zones=z_1,z_2,z_3,z_4&m=1', '?zones=z_2,z_3&except=cr_a&m=1']);
    expect(alts([first, second, third, fourth])).toEqual(['cr_a', 'cr_b', 'cr_d', null]);
    load(second);
    await settle();
    expect(events()).toHaveLength(2);
  });

  test('is young enough for 25 seconds', async () => {
    page.network = { z_1: anAd() };
    const element = farSlot('z_1');
    openTag();
    await settle(24_000);
    approach(element);
    await settle();
    expect(requests()).toHaveLength(1);
    expect(imageOf(element)).not.toBeNull();
  });

  test('its age is that of the question: the answer may have been long on its way', async () => {
    page.network = { z_1: anAd() };
    const element = farSlot('z_1');
    slowDown();
    openTag();
    await settle(24_950);
    approach(element);
    await settle(2_000);
    expect(requests()).toHaveLength(2);
    expect(imageOf(element)).not.toBeNull();
  });

  test('a slot keeps its size while it is decided anew, and moves nothing', async () => {
    page.network = { z_1: anAd({ width: 728, height: 90 }) };
    const element = farSlot('z_1');
    element.dataset.size = '300x250';
    openTag();
    await settle(30_000);
    slowDown();
    approach(element);
    await settle();
    expect([element.style.width, element.style.height]).toEqual(['728px', '90px']);
    await settle(1_000);
    expect([element.style.width, element.style.height]).toEqual(['728px', '90px']);
    expect(imageOf(element)).not.toBeNull();
  });

  test('who left in the meantime is asked for no more', async () => {
    page.network = { z_1: anAd() };
    const element = farSlot('z_1');
    openTag();
    await settle(30_000);
    approach(element);
    element.remove();
    await settle();
    expect(requests()).toHaveLength(1);
  });

  test('comes after no failure either: what failed is asked for no more, and the slot is decided anew', async () => {
    const broken: AdCandidate = { ...html5(), creative: 'cr_broken' };
    page.network = { z_1: anAd({ candidates: [broken, creative('cr_old')] }) };
    const element = farSlot('z_1');
    openTag();
    await settle(22_000);
    approach(element);
    await settle();
    expect(element.querySelector('iframe')).not.toBeNull();
    page.network = { z_1: anAd({ candidates: [creative('cr_new')] }) };
    await settle(6_000);
    expect(search()).toEqual(['?zones=z_1&m=1', '?zones=z_1&except=cr_broken&m=1']);
    expect(alts([element])).toEqual(['cr_new']);
  });
});
