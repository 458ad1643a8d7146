import { act, renderHook } from '@testing-library/react';
import { getAppearance, getColorScheme, setAppearance } from './appearance';
import { APPEARANCE_BOOT_SCRIPT } from './appearanceBootScript';
import { createColorSchemeManager } from './colorSchemeManager';
import { useAppearance } from './useAppearance';

let dark = false;
let systemListeners: (() => void)[] = [];

function systemTurns(to: 'light' | 'dark'): void {
  dark = to === 'dark';
  for (const listener of systemListeners) listener();
}
const painted = () => document.documentElement.getAttribute('data-mantine-color-scheme');
const forget = () => {
  localStorage.clear();
  document.cookie = 'appearance=; path=/; max-age=0';
  document.documentElement.removeAttribute('data-mantine-color-scheme');
};

beforeEach(() => {
  dark = false;
  systemListeners = [];
  forget();
  jest.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        get matches() {
          return dark;
        },
        addEventListener: (_: string, listener: () => void) => systemListeners.push(listener),
        removeEventListener: (_: string, listener: () => void) => {
          systemListeners = systemListeners.filter((known) => known !== listener);
        },
      }) as unknown as MediaQueryList,
  );
});
afterEach(() => jest.restoreAllMocks());

test('nothing chosen follows the system', () => {
  expect(getAppearance()).toBe('system');
  expect(getColorScheme()).toBe('light');
  dark = true;
  expect(getColorScheme()).toBe('dark');
});

test('a choice is stored under the key and the cookie, for a year, and painted', () => {
  const written = jest.spyOn(Document.prototype, 'cookie', 'set');
  setAppearance('dark');
  expect(localStorage.getItem('appearance')).toBe('dark');
  expect(written).toHaveBeenCalledWith('appearance=dark; path=/; max-age=31536000; SameSite=Lax');
  expect(painted()).toBe('dark');
});

test('storage goes before the cookie, nonsense counts as nothing', () => {
  document.cookie = 'appearance=dark; path=/';
  expect(getAppearance()).toBe('dark');
  localStorage.setItem('appearance', 'light');
  expect(getAppearance()).toBe('light');
  localStorage.setItem('appearance', 'sepia');
  expect(getAppearance()).toBe('dark');
});

test('without storage the cookie is enough', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('refused');
  });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  setAppearance('dark');
  expect(getAppearance()).toBe('dark');
});

test('follows the system, and another tab, while it is used', () => {
  const { result, unmount } = renderHook(() => useAppearance());
  act(() => systemTurns('dark'));
  expect(result.current.colorScheme).toBe('dark');
  expect(painted()).toBe('dark');
  act(() => {
    localStorage.setItem('appearance', 'light');
    window.dispatchEvent(new StorageEvent('storage', { key: 'appearance' }));
  });
  expect(result.current).toMatchObject({ appearance: 'light', colorScheme: 'light' });
  unmount();
  expect(systemListeners).toHaveLength(0);
});

test("Mantine's manager shares the one choice and does not echo it", () => {
  const manager = createColorSchemeManager();
  expect(manager.get('light')).toBe('auto');
  const heard: string[] = [];
  manager.subscribe((scheme) => {
    heard.push(scheme);
    manager.set(scheme);
  });
  setAppearance('dark');
  expect(heard).toEqual(['dark']);
  manager.set('auto');
  expect(getAppearance()).toBe('system');
  manager.unsubscribe();
});

describe('before the first paint', () => {
  // As the page would run it: an inline script in the head.
  const boot = () => {
    const script = document.createElement('script');
    script.textContent = APPEARANCE_BOOT_SCRIPT;
    document.head.append(script);
    script.remove();
  };

  test.each([
    ['dark', '', false, 'dark'],
    ['light', 'dark', true, 'light'],
    ['', 'dark', false, 'dark'],
    ['system', 'light', true, 'dark'],
    ['', '', true, 'dark'],
    ['', '', false, 'light'],
    ['sepia', '', false, 'light'],
  ])('storage "%s", cookie "%s", dark system %s: %s', (stored, cookie, system, scheme) => {
    if (stored) localStorage.setItem('appearance', stored);
    if (cookie) document.cookie = `appearance=${cookie}; path=/`;
    dark = system;
    boot();
    expect(painted()).toBe(scheme);
  });
});
