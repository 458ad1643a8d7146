/**
 * Says that this browser runs releases that others do not. Drawn outside of React's root, in a closed shadow root and in
 * the top layer; put back whenever it is changed. Whatever it uses of the document it has taken before a release ran.
 */

/** What it says, in the page's language as it was before a release ran. */
export interface MarkWords {
  name: string;
  text: string;
  takeBack: string;
  /** The link to the page where all of them are listed. */
  all: string;
}

interface MarkParts {
  words: MarkWords;
  /** Where they are listed and taken back; no release runs there. */
  page: string;
  nonce: string;
  /** Resolves when the server has taken them back. */
  takeBack: () => Promise<unknown>;
}

/** The method as it is now, called with its object in front: nobody replaces it later. */
const own = <This, Args extends unknown[], Result>(method: (this: This, ...args: Args) => Result) =>
  Function.prototype.call.bind(method) as unknown as (self: This, ...args: Args) => Result;

const append = own(Node.prototype.appendChild<Node>);
const attributeNames = own(Element.prototype.getAttributeNames);
const removeAttribute = own(Element.prototype.removeAttribute);
const setAttribute = own(Element.prototype.setAttribute);
const getAttribute = own(Element.prototype.getAttribute);
const matches = own(Element.prototype.matches);
const parentOf = own(Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode')?.get as () => Node | null);
const setProperty = own(CSSStyleDeclaration.prototype.setProperty);
// Browsers of before 2024 have no top layer for it: the highest z-index it is.
const { showPopover: show, hidePopover: hide } = HTMLElement.prototype;
const showPopover = show && own(show);
const hidePopover = hide && own(hide);
const go = window.location.assign.bind(window.location);
const reload = window.location.reload.bind(window.location);

/** Beside the debug tool's button, right of the sidebar, above a page's foot; what is reserved for it at a page's end. */
const ROOM = '64px';
/** `!important` of a shadow root's own sheet wins over every sheet and attribute outside of it. */
const SHEET = `
:host {
  all: initial !important;
  position: fixed !important;
  inset-block: auto 10px !important;
  inset-inline: 80px 12px !important;
  z-index: 2147483647 !important;
  display: block !important;
  inline-size: fit-content !important;
  max-inline-size: calc(100% - 92px) !important;
  visibility: visible !important;
  opacity: 1 !important;
  pointer-events: auto !important;
}
section {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 10px;
  margin-block-end: clamp(0px, var(--ez-foot, 0px), 118px);
  padding: 4px 12px;
  border: 1px solid #fff;
  border-radius: 8px;
  background: #7a2e0e;
  color: #fff;
  font: 500 13px/1.4 system-ui, sans-serif;
}
p {
  margin: 0;
  overflow-wrap: anywhere;
}
a,
button {
  padding: 4px 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 650;
  text-decoration: underline;
  text-underline-offset: 3px;
  cursor: pointer;
}
:focus-visible {
  outline: 2px solid #fff;
  outline-offset: 2px;
}
@media (pointer: coarse) {
  a,
  button {
    min-block-size: 44px;
    line-height: 44px;
    padding-block: 0;
  }
}
@media (min-width: 861px) {
  :host {
    inset-inline-start: 252px !important;
    max-inline-size: calc(100% - 264px) !important;
  }
}`;

function draw({ words, page, nonce, takeBack }: MarkParts): { host: HTMLElement; say: () => void } {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = document.createElement('style');
  sheet.nonce = nonce;
  sheet.textContent = SHEET;
  const section = document.createElement('section');
  section.setAttribute('aria-label', words.name);
  const text = document.createElement('p');
  text.setAttribute('role', 'status');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = words.takeBack;
  button.addEventListener('click', () => {
    button.disabled = true;
    // Where it fails, the page without any release says more.
    takeBack().then(reload, () => go(page));
  });
  const link = document.createElement('a');
  link.href = page;
  link.textContent = words.all;
  section.append(text, button, link);
  root.append(sheet, section);
  return {
    host,
    say: () => {
      text.textContent = words.text;
    },
  };
}

/** Shows it until the page is loaded anew. Call before a release is loaded. */
export function showOverrideMark(parts: MarkParts): void {
  const { host, say } = draw(parts);
  const { documentElement } = document;

  function restore(): void {
    const root = document.documentElement ?? documentElement;
    if (parentOf(host) !== root) append(root, host);
    for (const name of attributeNames(host)) if (name !== 'popover') removeAttribute(host, name);
    if (!showPopover) return;
    if (getAttribute(host, 'popover') !== 'manual') setAttribute(host, 'popover', 'manual');
    if (!matches(host, ':popover-open')) showPopover(host);
  }

  const observer = new MutationObserver(restore);
  const watch = own(MutationObserver.prototype.observe);
  // Closed; or something was opened, which would lie above it until it is opened anew.
  const raise = (event: Event) => {
    if (event.target !== host && (event as ToggleEvent).newState === 'open' && hidePopover) hidePopover(host);
    restore();
  };
  document.addEventListener('toggle', raise, true);
  restore();
  watch(observer, document, { childList: true });
  watch(observer, documentElement, { childList: true });
  watch(observer, host, { attributes: true });
  setProperty(documentElement.style, 'padding-block-end', ROOM);
  // Into a region that is there: what arrives with its words is not announced.
  say();
}
