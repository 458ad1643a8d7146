import { configure } from '@testing-library/react';

// Beside other tests on a small machine a page takes its time; what never comes still fails.
configure({ asyncUtilTimeout: 10_000 });

// What jsdom lacks and Mantine asks for.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (media: string) => ({
    matches: false,
    media,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    onchange: null,
    dispatchEvent: () => false,
  }),
});
class StillResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= StillResizeObserver as typeof ResizeObserver;
Element.prototype.scrollIntoView ??= () => {};
// A stand-in for the browser's: signs get a backslash, a digit in front its code.
globalThis.CSS ??= {
  escape: (text: string) =>
    text.replace(/[^\w\u0080-\uffff-]/g, '\\$&').replace(/^\d/, (digit) => `\\3${digit} `),
} as typeof CSS;

/**
 * Node's FormData, which requests of these tests can carry, knows no forms; jsdom's does, and a frame still has it.
 * Files stay behind: a form of the product never sends one by itself.
 */
const frame = document.createElement('iframe');
document.documentElement.append(frame);
const PageFormData = (frame.contentWindow as (Window & typeof globalThis) | null)?.FormData;
frame.remove();
globalThis.FormData = class extends FormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super();
    if (!form || !PageFormData) return;
    for (const [name, value] of new PageFormData(form, submitter ?? undefined))
      if (typeof value === 'string') this.append(name, value);
  }
};
