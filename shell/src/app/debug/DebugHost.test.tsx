import { fireEvent, screen, waitFor } from '@testing-library/react';
import { debugTool, renderApp } from '../../testing/renderApp';
import { debugToolWanted, isDebugShortcut } from './debugToolWanted';

beforeEach(() => {
  window.localStorage.clear();
  Object.assign(debugTool, { toggles: 0, listensAfterMs: 0 });
});

const tool = () => screen.queryByRole('button', { name: 'Debug' });

test.each([
  ['?debug=true', {}, true],
  ['?x=1&debug=true', {}, true],
  ['?debug=false', {}, false],
  ['', {}, false],
  ['', { debug_tool_visible: 'true' }, true],
  ['', { debug_tool_visible: 'false' }, false],
  ['', { debug_token: 'half' }, true],
])('%s with %j: %s', (search, stored, wanted) => {
  for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value);
  expect(debugToolWanted(search)).toBe(wanted);
});

test.each([
  [{ key: 'D', code: 'KeyD', ctrlKey: true, shiftKey: true }, true],
  [{ key: 'd', code: 'KeyD', ctrlKey: true, altKey: true }, true],
  [{ key: '∂', code: 'KeyD', ctrlKey: true, altKey: true }, true],
  [{ key: 'd', code: 'KeyD', ctrlKey: true }, false],
  [{ key: 'D', code: 'KeyD', shiftKey: true }, false],
  [{ key: 'F', code: 'KeyF', ctrlKey: true, shiftKey: true }, false],
  // AltGr, which Windows reports as Ctrl+Alt: somebody types a letter.
  [{ key: 'ð', code: 'KeyD', ctrlKey: true, altKey: true, modifierAltGraph: true }, false],
])('%j is the shortcut: %s', (press, expected) => {
  expect(isDebugShortcut(new KeyboardEvent('keydown', press))).toBe(expected);
});

test('nobody gets the tool unasked', async () => {
  await renderApp({ path: '/no/such/page' });
  await screen.findByRole('heading', { name: 'No such page' });
  expect(tool()).toBeNull();
});

test('it comes with the address, the flag or the token', async () => {
  await renderApp({ path: '/no/such/page?debug=true' });
  await waitFor(() => expect(tool()).not.toBeNull());
  expect(debugTool.toggles).toBe(0);
});

test('the press that loads it reaches it, once', async () => {
  await renderApp({ path: '/no/such/page' });
  await screen.findByRole('heading', { name: 'No such page' });
  fireEvent.keyDown(document.body, { key: 'D', code: 'KeyD', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(debugTool.toggles).toBe(1));
  fireEvent.keyDown(document.body, { key: 'D', code: 'KeyD', ctrlKey: true, shiftKey: true });
  expect(debugTool.toggles).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(debugTool.toggles).toBe(2);
});

test('a press while a wanted tool is on its way reaches it', async () => {
  window.localStorage.setItem('debug_token', 'half');
  await renderApp({ path: '/no/such/page' });
  expect(tool()).toBeNull();
  fireEvent.keyDown(document.body, { key: 'D', code: 'KeyD', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(debugTool.toggles).toBe(1));
});

test('a press while the tool is in the page and does not listen yet reaches it, once', async () => {
  debugTool.listensAfterMs = 200;
  window.localStorage.setItem('debug_token', 'half');
  await renderApp({ path: '/no/such/page' });
  await waitFor(() => expect(tool()).not.toBeNull());
  fireEvent.keyDown(document.body, { key: 'D', code: 'KeyD', ctrlKey: true, shiftKey: true });
  expect(debugTool.toggles).toBe(0);
  await waitFor(() => expect(debugTool.toggles).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(debugTool.toggles).toBe(1);
});
