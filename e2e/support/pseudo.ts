import type { Page } from '@playwright/test';

/** Words that are the same in every language: the brand, keys, units, currencies, terms of the trade. */
const SAME = [
  'EzDash',
  'Voluum',
  'Binom',
  'BeMob',
  'RedTrack',
  'Keitaro',
  'WordPress',
  'Ad Inserter',
  'Google Ad Manager',
  'JW Player',
  'Video.js',
  'IMA SDK',
  'Ctrl',
  'Shift',
  'UTC',
  'CPM',
  'CPC',
  'CPA',
  'eCPM',
  'CTR',
  'USD',
  'JavaScript',
  'JSON',
  'SVG',
  'Shell',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
];
/** Invented advertisers in the drawn pages of the sign-in frame. */
const DRAWN = ['Morrow Coffee', 'Halden', 'Velo Nord', 'Tideline', 'Fern & Field'];
/** Addresses, whole or in parts: `https://`, `example.com`, `localhost:8081/landing/ride?click=…`, `/no/such/page`, `/campaigns/{id}`. */
const ADDRESS =
  /https?:\/\/\S*|(?<![\w/])\/[\w/{}-]+|\b[\w@-]+(?:\.[\w-]+)*(?::\d+|\.(?:com|test|example))\S*/g;
/** Macros of landing addresses: `{click_id}`. */
const MACRO = /\{[a-z_]+\}/g;
/** Ids of gateways as a list shows them, their ends alone: `sbx_5b9b…80c155ac`. */
const SHORT_ID = /\b[\w-]+…[\w-]+\b/g;
/** Parts of figures and dates, which the browser writes: 1.55K, 2 kB, 25 Oct, Sat, 07:45 AM. */
const FIGURES = ['K', 'M', 'B', 'kB', 'MB', 'pt', 'AM', 'PM'];

/** Collects every text that the server sends the page as data: names, addresses, codes, the words of people. */
export function collectData(page: Page): Set<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      texts.add(value);
      // A part of formatted text begins or ends with the blank before the next part; what is read has none.
      if (value.trim() !== '') texts.add(value.trim());
      // The name of a place on the web is shown without the rest of its address, too.
      if (/^https?:/.test(value) && URL.canParse(value)) texts.add(new URL(value).hostname);
    } else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/translations')) return;
    // An answer whose page is gone has no body any more, and nothing shows it.
    response.json().then(collect, () => undefined);
  });
  page.on('domcontentloaded', () => {
    page
      .locator('#bootstrap')
      .textContent()
      .then(
        (text) => collect(JSON.parse(text ?? '{}')),
        () => undefined,
      );
  });
  return texts;
}

/** Names that the browser knows in the page's language, and dates. */
function browsersWords(): string[] {
  const words: string[] = [];
  const regions = new Intl.DisplayNames('en', { type: 'region' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  for (const one of letters)
    for (const two of letters) {
      const name = regions.of(one + two);
      if (name && name !== one + two) words.push(name);
    }
  const languages = new Intl.DisplayNames('en', { type: 'language' });
  for (const one of letters)
    for (const two of letters) {
      const code = (one + two).toLowerCase();
      const name = languages.of(code);
      if (name && name !== code) words.push(name);
    }
  for (let month = 0; month < 12; month++)
    for (const style of ['short', 'long'] as const)
      words.push(new Date(2026, month, 1).toLocaleDateString('en', { month: style }));
  for (let day = 1; day <= 7; day++)
    for (const style of ['short', 'long'] as const)
      words.push(new Date(2026, 1, day).toLocaleDateString('en', { weekday: style }));
  const relative = new Intl.RelativeTimeFormat('en');
  for (const unit of ['second', 'minute', 'hour', 'day', 'month', 'year'] as const)
    for (const count of [-1, -2]) words.push(relative.format(count, unit).replace(/^\d+ /, ''));
  return [...words, 'Sept', ...Intl.supportedValuesOf('timeZone')];
}

interface Shown {
  text: string;
  where: string;
}

/**
 * Texts on the page, and names and hints of its elements. Code, what is marked as not to be translated, and what a
 * person has typed stay out; so do options of long lists, which are names of countries and zones, and initials.
 */
function shownTexts(page: Page): Promise<Shown[]> {
  return page.evaluate(() => {
    const apart =
      'script, style, noscript, template, code, pre, kbd, [translate="no"], option, textarea, .mantine-Avatar-root';
    const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const found: Shown[] = [];
    const where = (element: Element) => {
      const name = element.getAttribute('class') ?? '';
      return `${element.tagName.toLowerCase()}${name ? `.${name.split(' ')[0]}` : ''}`;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (element && text && !element.closest(apart) && visible(element))
        found.push({ text, where: where(element) });
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(apart) || !visible(element)) continue;
      for (const name of [
        'aria-label',
        'placeholder',
        'title',
        'alt',
        'aria-roledescription',
        'aria-valuetext',
      ]) {
        const text = element.getAttribute(name)?.trim();
        if (text) found.push({ text, where: `${where(element)}[${name}]` });
      }
    }
    found.push({ text: document.title, where: 'title' });
    return found;
  });
}

const asLiteral = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Longest first, so that a part of a name does not break the name. */
const asExpression = (texts: Iterable<string>) =>
  new RegExp(
    `(?<![A-Za-z])(?:${[...texts]
      .filter((text) => /[A-Za-z]/.test(text))
      .sort((a, b) => b.length - a.length)
      .map(asLiteral)
      .join('|')})(?![A-Za-z])`,
    'g',
  );

const ALWAYS = asExpression([...SAME, ...DRAWN, ...FIGURES, ...browsersWords()]);

/**
 * What the page says in plain letters although every text of ours has passed the pseudo-locale, which leaves no plain
 * letter as it was. What comes from the server as data, and what the browser writes, may be plain.
 */
export async function untranslated(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  // Single letters and bare enumerations would hide words of ours.
  const dataExpression = asExpression([...data].filter((text) => text.length > 2));
  const found = await shownTexts(page);
  return [
    ...new Set(
      found.flatMap(({ text, where }) => {
        const rest = text
          .replace(ADDRESS, ' ')
          .replace(MACRO, ' ')
          .replace(SHORT_ID, ' ')
          .replace(dataExpression, ' ')
          .replace(ALWAYS, ' ');
        return /[A-Za-z]{2,}/.test(rest) ? [`${where}: ${text.slice(0, 100)}`] : [];
      }),
    ),
  ];
}
