import { FIRST_PAINT } from '@ezdash/contracts';
import { setBootstrap } from '@ezdash/store';
import { paint } from './firstPaint';
import de from './locales/de.json';
import en from './locales/en.json';

afterEach(() => setBootstrap(null));

function drawn(locale: 'en' | 'de'): HTMLElement {
  const place = document.createElement('div');
  place.innerHTML = paint()['/'].markup[locale];
  return place;
}

test.each([
  ['en', en],
  ['de', de],
] as const)(
  'the start page is painted in %s, with the words and the doors of the living one',
  (locale, texts) => {
    const place = drawn(locale);
    const words = (text: string) => text.replace(/<[^>]+>/g, '');
    expect(place.querySelector('h1')?.textContent).toBe(words(texts.welcome.title));
    expect(place.textContent).toContain(FIRST_PAINT.appName);
    expect(place.textContent).not.toMatch(/welcome\.|site\.|frame\./);
    const doors = [...place.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(doors).toEqual(expect.arrayContaining(['/auth/login', '/auth/register?role=publisher']));
  },
);

test('the figures of the day keep their height before they are known', () => {
  const figures = [...drawn('en').querySelectorAll('dd')].map((one) => one.textContent);
  expect(figures).toEqual(['\u00a0', '\u00a0', '\u00a0']);
});

test('what only scripts answer sleeps, and there is nothing to write into or to run', () => {
  const place = drawn('en');
  const buttons = [...place.querySelectorAll('button')];
  expect(buttons.length).toBeGreaterThan(0);
  expect(buttons.every((button) => button.hasAttribute('inert'))).toBe(true);
  expect(place.querySelectorAll('input, textarea, select, script')).toHaveLength(0);
  // Until the figures come, for whoever waits for them.
  expect(place.querySelector('[aria-busy=true]')).not.toBeNull();
});
