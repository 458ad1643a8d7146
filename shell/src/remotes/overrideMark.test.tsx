/** What the shell itself keeps of the mark: a closed root is out of a test's reach too. */
const roots: ShadowRoot[] = [];
const attachShadow = Element.prototype.attachShadow;
const shown: Element[] = [];
const opened = new Set<Element>();
const matches = Element.prototype.matches;

beforeAll(() => {
  Element.prototype.attachShadow = function (init) {
    expect(init.mode).toBe('closed');
    const root = attachShadow.call(this, init);
    roots.push(root);
    return root;
  };
  // jsdom has no top layer.
  HTMLElement.prototype.showPopover = function () {
    opened.add(this);
    shown.push(this);
  };
  HTMLElement.prototype.hidePopover = function () {
    opened.delete(this);
  };
  jest.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    return selector === ':popover-open' ? opened.has(this) : matches.call(this, selector);
  });
});

const words = {
  name: 'Release for you alone',
  text: 'Release 1.1.0 of the advertiser pages, for you alone until 14:05',
  takeBack: 'Take back',
  all: 'Details',
};
/** Observers are told in a microtask. */
const told = () => Promise.resolve();

/** A page with the mark, in the state that the module found before a release ran. */
async function showMark(takeBack: () => Promise<unknown> = async () => {}) {
  document.documentElement.innerHTML = '<head></head><body></body>';
  roots.length = 0;
  shown.length = 0;
  const { showOverrideMark } = await import('./overrideMark');
  showOverrideMark({ words, page: '/try-release', nonce: 'abc', takeBack });
  const [root] = roots;
  if (!root) throw new Error('There is no mark');
  return { root, host: root.host as HTMLElement };
}

test('says what is in use, outside of the page’s root and out of its reach, and leads to the way back', async () => {
  const takeBack = jest.fn(() => new Promise<never>(() => {}));
  const { root, host } = await showMark(takeBack);
  expect([host.parentNode, host.shadowRoot, host.popover ?? host.getAttribute('popover')]).toEqual([
    document.documentElement,
    null,
    'manual',
  ]);
  expect(root.querySelector('[role="status"]')?.textContent).toBe(words.text);
  expect(root.querySelector('section')?.getAttribute('aria-label')).toBe(words.name);
  expect(root.querySelector('a')?.getAttribute('href')).toBe('/try-release');
  expect(root.querySelector('style')?.nonce).toBe('abc');
  root.querySelector('button')?.click();
  expect([takeBack.mock.calls.length, root.querySelector('button')?.disabled]).toEqual([1, true]);
});

test('is back when it is taken out of the page, whatever the page’s functions have become', async () => {
  const { host } = await showMark();
  const kept = Node.prototype.appendChild;
  Node.prototype.appendChild = () => {
    throw new Error('replaced');
  };
  try {
    host.remove();
    await told();
    expect(host.parentNode).toBe(document.documentElement);
  } finally {
    Node.prototype.appendChild = kept;
  }
});

test('loses every attribute that somebody gives it', async () => {
  const { host } = await showMark();
  host.hidden = true;
  host.setAttribute('style', 'display: none !important');
  host.className = 'gone';
  host.setAttribute('inert', '');
  host.removeAttribute('popover');
  await told();
  expect(host.getAttributeNames()).toEqual(['popover']);
});

test('lies in the top layer again when it is closed, and when something else is opened over it', async () => {
  const { host } = await showMark();
  // Those of the tests before listen still.
  const times = () => shown.filter((one) => one === host).length;
  expect(times()).toBe(1);
  host.hidePopover();
  host.dispatchEvent(new Event('toggle'));
  expect(times()).toBe(2);
  const other = document.body.appendChild(document.createElement('div'));
  other.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' }));
  expect(times()).toBe(3);
});

test('no sheet of the page reaches it: its own is `!important`, which wins inside a shadow root', async () => {
  const { root } = await showMark();
  const [, host = ''] = /:host \{([^}]*)\}/.exec(root.querySelector('style')?.textContent ?? '') ?? [];
  const lines = host.split(';').map((line) => line.trim());
  expect(lines[0]).toBe('all: initial !important');
  expect(lines.filter((line) => line !== '' && !line.endsWith('!important'))).toEqual([]);
  for (const property of ['display', 'visibility', 'opacity', 'position', 'pointer-events'])
    expect(lines.some((line) => line.startsWith(`${property}:`))).toBe(true);
});
