import { create } from '../elements';
import type { Place } from '../place';
import { safely } from '../safely';
import { makesTries } from '../tryToken';
import { problemsOf } from './problems';
import { rowsOf } from './rows';
import { STYLE } from './style';
import { createTold } from './told';
import { TICK_MS, watchPage } from './watch';
import { words } from './words';

type Rows = ReturnType<typeof rowsOf>;
type RowName = keyof typeof words;

interface Card {
  element: HTMLDetailsElement;
  state: HTMLElement;
  rows: Map<string, [HTMLElement, HTMLElement]>;
  list: HTMLElement;
  frame: HTMLElement;
}

const write = (element: HTMLElement, text: string) => {
  if (element.textContent !== text) element.textContent = text;
};

function button(text: string, run: () => void): HTMLButtonElement {
  const made = create('button', text);
  made.type = 'button';
  made.addEventListener('click', safely(run));
  return made;
}

function newCard(zone: string): Card {
  const element = create('details');
  element.open = true;
  const summary = create('summary');
  const state = create('span');
  summary.append(create('code', zone), state);
  const list = create('dl');
  element.append(summary, list);
  const frame = create('div');
  frame.className = 'frame';
  frame.append(create('b', zone));
  return { element, state, rows: new Map(), list, frame };
}

function writeCard(card: Card, state: string, rows: Rows): void {
  write(card.state, words.states[state] ?? state);
  card.state.className = state;
  for (const [name, text] of Object.entries(rows)) {
    let pair = card.rows.get(name);
    if (!pair) {
      pair = [create('dt', words[name as RowName] as string), create('dd')];
      card.rows.set(name, pair);
      card.list.append(...pair);
    }
    write(pair[1], text ?? '');
    for (const part of pair) part.hidden = !text;
  }
}

/** What stands there: the network's own ad is shown the way a publisher's own code is. */
function stateOf(slot: HTMLElement, at: Place | undefined): string {
  const state = slot.dataset.ezState ?? '';
  return state === 'passback' && at?.ad?.passback?.startsWith('/house/') ? 'house' : state;
}

function place(frame: HTMLElement, slot: HTMLElement): void {
  const { left, top, width, height } = slot.getBoundingClientRect();
  frame.hidden = !(width && height);
  // Not by a style attribute: a policy of the page may forbid it.
  Object.assign(frame.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
}

/** Draws over the page what its tag does, and what is wrong with it. */
function start(base: string, asked: string): void {
  const tag = window.ezAdTag;
  if (!tag) return;
  const isOld = asked !== '' && !makesTries(asked);
  const token = isOld ? '' : asked;
  const watched = watchPage(base);
  const ask = token ? createTold(base, token) : null;
  const told = ({ ad }: Place) => (ask && ad?.decision ? ask(ad.decision) : null);
  const cards = new Map<HTMLElement, { card: Card; zone: string }>();

  const host = create('div');
  const root = host.attachShadow({ mode: 'closed' });
  const box = create('div');
  box.className = 'box';
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', words.title);
  const body = create('div');
  body.className = 'body';
  body.tabIndex = 0;
  const fold = button(words.fold, () => {
    body.hidden = !body.hidden;
    fold.textContent = body.hidden ? words.unfold : words.fold;
    fold.setAttribute('aria-expanded', `${!body.hidden}`);
  });
  fold.setAttribute('aria-expanded', 'true');
  let problems: string[] = [];
  const report = () =>
    [
      `${words.title} · ${location.origin}${location.pathname}`,
      ...problems.map((problem) => `! ${problem}`),
      ...[...cards].flatMap(([slot, { zone, card }]) => [
        '',
        `${zone}: ${stateOf(slot, tag.places.get(slot))}`,
        ...[...card.rows.values()]
          .filter(([, dd]) => dd.textContent)
          .map(([dt, dd]) => `  ${dt.textContent}: ${dd.textContent}`),
      ]),
    ].join('\n');
  const copy = button(words.copy, () => {
    navigator.clipboard?.writeText(report()).then(
      () => {
        copy.textContent = words.copied;
      },
      () => {},
    );
  });
  const close = () => {
    clearInterval(timer);
    removeEventListener('scroll', frames, true);
    removeEventListener('resize', frames);
    host.remove();
  };
  const head = create('header');
  head.append(create('h2', words.title), copy, fold, button(words.close, close));
  const list = create('ul');
  const heading = create('h3', words.problems);
  const none = create('p', words.none);
  body.append(create('p', token ? words.tries : words.real), heading, none, list);
  box.append(head, body);
  box.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(create('style', STYLE));
  }
  root.append(box);

  const frames = safely(() => {
    for (const [slot, { card }] of cards) place(card.frame, slot);
  });
  const draw = safely(() => {
    // Those that are out of the page may come back to it.
    const places = new Map([...tag.places].filter(([slot]) => slot.isConnected));
    watched.tick(places);
    for (const [slot, { card, zone }] of cards)
      if (places.get(slot)?.zone !== zone) {
        card.element.remove();
        card.frame.remove();
        cards.delete(slot);
      }
    for (const [slot, at] of places) {
      const known = cards.get(slot) ?? { card: newCard(at.zone), zone: at.zone };
      if (!cards.has(slot)) {
        cards.set(slot, known);
        body.append(known.card.element);
        root.append(known.card.frame);
      }
      writeCard(known.card, stateOf(slot, at), rowsOf(slot, at, watched, told(at)));
    }
    const found = problemsOf(places, watched, told);
    if (isOld) found.unshift(words.tokenOld);
    if (places.size === 0) found.unshift(words.noSlots);
    if (found.join('\n') !== problems.join('\n') || list.childElementCount !== found.length)
      list.replaceChildren(...found.map((problem) => create('li', problem)));
    problems = found;
    none.hidden = problems.length > 0;
    frames();
  });
  const timer = setInterval(draw, TICK_MS);
  addEventListener('scroll', frames, { capture: true, passive: true });
  addEventListener('resize', frames);
  document.body.append(host);
  draw();
}

safely(() => {
  const script = document.currentScript;
  const [, token = ''] = /[?&]ez-debug=([^&]*)/.exec(location.search) ?? [];
  const base = script instanceof HTMLScriptElement ? script.src : '';
  const run = safely(() => start(base, token === '1' ? '' : decodeURIComponent(token)));
  if (document.body) run();
  else document.addEventListener('DOMContentLoaded', run, { once: true });
})();
