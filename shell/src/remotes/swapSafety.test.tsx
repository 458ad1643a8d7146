import { render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { isChanged, isText, type TabFacts, whatHinders } from './swapSafety';

const nothing: TabFacts = {
  focused: null,
  roots: [],
  dialogs: [],
  hasTyped: false,
  isSending: false,
  asksBeforeLeaving: false,
};

function elementOf(html: string): Element {
  const place = document.createElement('div');
  place.innerHTML = html;
  document.body.replaceChildren(place);
  const [element] = place.children;
  if (!element) throw new Error('Nothing was made');
  return element;
}

test.each([
  ['<input>', true],
  ['<input type="search">', true],
  ['<input type="number">', true],
  ['<textarea></textarea>', true],
  ['<div contenteditable="true"></div>', true],
  ['<input readonly>', false],
  ['<input type="checkbox">', false],
  ['<button>Save</button>', false],
  ['<a href="/">Home</a>', false],
  ['<div contenteditable="false"></div>', false],
])('with the focus in %s somebody types: %s', (html, types) => {
  const focused = elementOf(html);
  expect(isText(focused)).toBe(types);
  expect(whatHinders({ ...nothing, focused })).toBe(types ? 'typing' : null);
});

const set = (html: string, change: (element: HTMLInputElement & HTMLSelectElement) => void) => {
  const element = elementOf(html);
  change(element as HTMLInputElement & HTMLSelectElement);
  return element;
};

test.each([
  ['a text as it came', set('<input value="a">', () => undefined), false],
  ['another text', set('<input value="a">', (field) => (field.value = 'b')), true],
  ['another long text', set('<textarea>a</textarea>', (field) => (field.value = 'b')), true],
  ['a box as it came', set('<input type="checkbox" checked>', () => undefined), false],
  ['a box that was ticked', set('<input type="checkbox">', (field) => (field.checked = true)), true],
  ['a hidden value', set('<input type="hidden" value="a">', (field) => (field.value = 'b')), false],
  ['a choice as it came', set('<select><option>a<option selected>b</select>', () => undefined), false],
  ['the first of a list', set('<select><option>a<option>b</select>', () => undefined), false],
  ['another of a list', set('<select><option>a<option>b</select>', (field) => (field.value = 'b')), true],
  ['a button', set('<button value="a"></button>', () => undefined), false],
])('%s is changed: %s', (_, field, changed) => {
  expect(isChanged(field)).toBe(changed);
});

test('each of what can be lost hinders', () => {
  const form = elementOf('<form><input value="a"></form>');
  expect(whatHinders({ ...nothing, roots: [form] })).toBeNull();
  const field = form.querySelector('input');
  if (field) field.value = 'b';
  expect(whatHinders({ ...nothing, roots: [form] })).toBe('unsaved');
  expect(whatHinders({ ...nothing, hasTyped: true })).toBe('unsaved');
  expect(whatHinders({ ...nothing, dialogs: [form] })).toBe('dialog');
  expect(whatHinders({ ...nothing, isSending: true })).toBe('sending');
  expect(whatHinders({ ...nothing, asksBeforeLeaving: true })).toBe('leaving');
});

test('what a remote draws is its own, through a portal too; what the shell draws is nobody’s', async () => {
  const { ownerOf } = await import('./ownerOf');
  document.body.replaceChildren();
  render(
    <>
      <div data-mf-remote="mf-advertiser">
        <p>inside</p>
        {createPortal(
          <section>
            <b>outside</b>
          </section>,
          document.body,
        )}
      </div>
      {createPortal(<i>the shell’s</i>, document.body)}
    </>,
  );
  const foreign = document.createElement('u');
  document.body.append(foreign);
  expect(ownerOf(screen.getByText('inside'))).toBe('mf-advertiser');
  expect(ownerOf(screen.getByText('outside'))).toBe('mf-advertiser');
  expect(ownerOf(screen.getByText('the shell’s'))).toBeNull();
  expect(ownerOf(foreign)).toBeNull();
});
