import { cutText, describeElement, readOtherStyles, readStyles } from './describeElement';
import { SHOWN_CHARACTERS, shownJson } from './shownJson';

test('says tag, id, classes, and the first 200 characters of the text', () => {
  document.body.innerHTML = `<section id="main" class="a b">  ${'x'.repeat(150)}<b>${'y'.repeat(100)}</b> </section>`;
  const element = document.querySelector('section');
  expect(element && describeElement(element)).toMatchObject({
    tag: 'section',
    id: 'main',
    classes: ['a', 'b'],
    text: 'x'.repeat(150) + 'y'.repeat(50),
  });
});

test('cuts no character in half', () => {
  expect([...cutText('😀'.repeat(300))]).toHaveLength(200);
  expect(cutText('😀'.repeat(300))).toBe('😀'.repeat(200));
  expect(cutText('x'.repeat(200))).toHaveLength(200);
});

test('reads computed styles by group, and all others by name', () => {
  const element = document.createElement('p');
  element.style.color = 'rgb(1, 2, 3)';
  document.body.append(element);
  expect(Object.fromEntries(readStyles(element, 'colour')).color).toBe('rgb(1, 2, 3)');
  const others = readOtherStyles(element).map(([name]) => name);
  expect(others).not.toContain('color');
  expect(others).toEqual([...others].sort());
});

test('shows data without secrets, and cut', () => {
  const shown = shownJson({
    password: 'p',
    nested: [{ session_token: 't', name: 'n', code: null }],
    iban: 'i',
    code: 4,
  });
  expect(JSON.parse(shown)).toEqual({
    password: '[hidden]',
    nested: [{ session_token: '[hidden]', name: 'n', code: null }],
    iban: '[hidden]',
    code: '[hidden]',
  });
  expect(shownJson('x'.repeat(9_000))).toHaveLength(SHOWN_CHARACTERS + 1);
  expect(shownJson(undefined)).toBe('');
});
