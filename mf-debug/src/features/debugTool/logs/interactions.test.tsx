import { describeTarget, type Interaction, type Interactions, watchInteractions } from './interactions';

let interactions: Interactions;
let told: Interaction[];
let nowMs: number;
beforeEach(() => {
  nowMs = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  told = [];
  interactions = watchInteractions((interaction) => told.push(interaction));
});
afterEach(() => {
  interactions.stop();
  jest.restoreAllMocks();
  document.body.innerHTML = '';
});

const show = (html: string): Element => {
  document.body.innerHTML = html;
  const target = document.querySelector('[data-target]');
  if (!target) throw new Error('There is no target');
  return target;
};
const click = (html: string) => show(html).dispatchEvent(new MouseEvent('click', { bubbles: true }));
const idOf = (url = '/api/campaigns') => interactions.headers(url)['X-Correlation-Id'];

it.each([
  ['<button data-target> Save\n <b>all</b> </button>', 'Save all'],
  ['<button><i data-target></i>Pause</button>', 'Pause'],
  ['<button data-target aria-label="Close"><svg></svg></button>', 'Close'],
  [`<a href="/x" data-target>${'a'.repeat(60)}</a>`, `${'a'.repeat(39)}…`],
  ['<input data-target value="a secret">', 'input'],
  ['<textarea data-target>a secret</textarea>', 'textarea'],
  ['<p data-target>What somebody wrote</p>', 'p'],
])('%s is called %s', (html, name) => {
  expect(describeTarget(show(html))).toBe(name);
});

it('gives the calls of five seconds one id, and the next click another', async () => {
  expect(idOf()).toBeUndefined();
  click('<button data-target>Save</button>');
  const first = idOf();
  expect(first).toMatch(/^[\w-]{8,64}$/);
  nowMs += 5_000;
  expect(idOf('/api/other')).toBe(first);
  nowMs += 1;
  expect(idOf()).toBeUndefined();
  click('<button data-target>Delete</button>');
  expect(idOf()).not.toBe(first);
  await Promise.resolve();
  expect(told.map(({ what, target }) => [what, target])).toEqual([
    ['click', 'Save'],
    ['click', 'Delete'],
  ]);
  expect([interactions.knows(first ?? ''), interactions.knows('another-id')]).toEqual([true, false]);
});

it('is one for a key, the click that it makes and the form that this sends', () => {
  const button = show('<form><button data-target>Send</button></form>');
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  const id = idOf();
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  button.closest('form')?.dispatchEvent(new Event('submit', { bubbles: true }));
  expect(idOf()).toBe(id);
});

it('begins with Enter, a form and a step back, and with no other key', async () => {
  const field = show('<form><input data-target aria-label="Search"></form>');
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  expect(idOf()).toBeUndefined();
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  idOf();
  nowMs += 100;
  field.closest('form')?.dispatchEvent(new Event('submit', { bubbles: true }));
  idOf();
  nowMs += 100;
  window.dispatchEvent(new PopStateEvent('popstate'));
  idOf();
  await Promise.resolve();
  expect(told.map(({ what, target }) => [what, target])).toEqual([
    ['key', 'Search'],
    ['submit', 'form'],
    ['navigation', '/'],
  ]);
});

it('leaves the tool itself out: its clicks, and what it asks', async () => {
  click('<div data-mf-module="DebugTool"><button data-target>Logs</button></div>');
  expect(idOf()).toBeUndefined();
  click('<button data-target>Save</button>');
  expect(idOf('/debug-tool/page-data')).toBeUndefined();
  await Promise.resolve();
  expect(told).toEqual([]);
});

it('watches no longer than it is asked to', () => {
  interactions.stop();
  click('<button data-target>Save</button>');
  expect(idOf()).toBeUndefined();
});

it('has ids on a page that came over plain http too, which knows no randomUUID', () => {
  const known = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  click('<button data-target>Save</button>');
  expect(idOf()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  if (known) Object.defineProperty(crypto, 'randomUUID', known);
  else Reflect.deleteProperty(crypto, 'randomUUID');
});
