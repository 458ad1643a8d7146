import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../testing/renderUi';
import { Dialog } from './Dialog';
import { Drawer } from './Drawer';

const KINDS = { Dialog, Drawer };

function Page({ kind, elsewhere }: { kind: keyof typeof KINDS; elsewhere?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const Kind = KINDS[kind];
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Invite
      </button>
      <h1 tabIndex={-1}>Staff</h1>
      {isOpen ? (
        <Kind opened title="Invite a colleague" onClose={() => setOpen(false)}>
          <input aria-label="E-mail" data-autofocus />
          <button
            type="button"
            onClick={() => {
              if (elsewhere) document.querySelector('h1')?.focus();
              setOpen(false);
            }}
          >
            Send
          </button>
        </Kind>
      ) : null}
    </>
  );
}
const focused = () => document.activeElement?.textContent;

test.each(['Dialog', 'Drawer'] as const)(
  'a %s that leaves the page at once gives the focus back to what opened it',
  async (kind) => {
    renderUi(<Page kind={kind} />);
    await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
    const field = await screen.findByLabelText('E-mail');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focused()).toBe('Invite');
  },
);

test('what took the focus meanwhile keeps it', async () => {
  renderUi(<Page kind="Dialog" elsewhere />);
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  const field = await screen.findByLabelText('E-mail');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(focused()).toBe('Staff');
});
