import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { listenersFor, Typed } from './typed';

const REMOTE = 'mf-advertiser';

/** Fields that React controls, as those of the remotes: what is typed becomes their default at once. */
function Form() {
  const [name, setName] = useState('');
  const [step, setStep] = useState(1);
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      {step === 1 && (
        <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      )}
      <button type="button" onClick={() => setStep(2)}>
        Next
      </button>
      <button type="submit">Save</button>
      {createPortal(
        <>
          <input aria-label="In a dialog" defaultValue="" />
          <div role="option" aria-selected={false} tabIndex={-1}>
            Sweden
          </div>
        </>,
        document.body,
      )}
    </form>
  );
}

function open() {
  const typed = new Typed();
  render(
    <div {...listenersFor(typed, REMOTE)}>
      <Form />
    </div>,
  );
  return typed;
}
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const saved = (change: object = {}) => [
  { endpointName: 'advertiserSave', status: 'fulfilled', startedAt: Date.now(), ...change },
];

test('nothing was typed until somebody types', () => {
  const typed = open();
  expect(typed.has(REMOTE, [])).toBe(false);
  press('Next');
  expect(typed.has(REMOTE, [])).toBe(false);
});

test.each([
  ['into a field', () => type('Name', 'Winter')],
  ['into a field in a portal', () => type('In a dialog', 'Winter')],
  ['by choosing', () => fireEvent.click(screen.getByRole('option'))],
  ['by dropping a file', () => fireEvent.drop(screen.getByLabelText('Name'))],
])('what was entered %s is there to be lost', (_, enter) => {
  const typed = open();
  enter();
  expect(typed.has(REMOTE, [])).toBe(true);
  expect(typed.has('mf-settings', [])).toBe(false);
  typed.forget(REMOTE);
  expect(typed.has(REMOTE, [])).toBe(false);
});

test('a form that was submitted counts as sent once the call it began went well', () => {
  const typed = open();
  type('Name', 'Winter');
  expect(typed.has(REMOTE, saved())).toBe(true);
  press('Save');
  expect(typed.has(REMOTE, [])).toBe(true);
  expect(typed.has(REMOTE, saved({ status: 'rejected' }))).toBe(true);
  expect(typed.has(REMOTE, saved({ startedAt: Date.now() - 60_000 }))).toBe(true);
  expect(typed.has(REMOTE, saved({ startedAt: Date.now() + 60_000 }))).toBe(true);
  expect(typed.has(REMOTE, saved())).toBe(false);
});

test('what is typed after the submit is not part of it', () => {
  const typed = open();
  type('Name', 'Winter');
  press('Save');
  type('Name', 'Winter shells');
  expect(typed.has(REMOTE, saved())).toBe(true);
});

test('a field that goes while its page stays was a step of it; on another page it is gone', () => {
  const typed = open();
  type('Name', 'Winter');
  press('Next');
  expect(screen.queryByLabelText('Name')).toBeNull();
  expect(typed.has(REMOTE, [])).toBe(true);
  typed.leavePage(REMOTE);
  expect(typed.has(REMOTE, [])).toBe(false);
});
