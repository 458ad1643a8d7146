import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { AppLink } from './AppLink';
import { Held } from './Held';

const link = (
  <a className="mine" href="/advertiser/campaigns/new">
    Create campaign
  </a>
);

test.each([undefined, 'active'] as const)('an account that is %s has the button itself', (status) => {
  renderUi(<Held status={status}>{link}</Held>);
  expect(screen.getByRole('link', { name: 'Create campaign' }).className).toBe('mine');
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['pending', 'Your account is still in review. Until that is decided, nothing can be changed.'],
  ['suspended', 'Your account is suspended, so nothing can be changed.'],
  ['ADK rejected', 'Your account was not approved, so nothing can be changed.'],
] as const)(
  'one that is %s has a button that does nothing, is reached, and says why',
  async (status, why) => {
    const pressed = jest.fn();
    renderUi(
      <form onSubmit={pressed}>
        <Held status={status}>
          <button type="submit" onClick={pressed} aria-label="Create a token">
            Create
          </button>
        </Held>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Create a token' });
    expect([button.textContent, button.getAttribute('aria-disabled')]).toEqual(['Create', 'true']);
    const told = () => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(told()).toBe(why);
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    expect((await screen.findByRole('tooltip')).textContent).toBe(why);
    expect(told()).toBe(why);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button);
    expect(pressed).not.toHaveBeenCalled();
  },
);

test('a link looks as it did, and leads nowhere', () => {
  renderUi(
    <Held status="suspended">
      <AppLink href="/advertiser/campaigns/new">Create campaign</AppLink>
    </Held>,
  );
  expect(screen.getByRole('button', { name: 'Create campaign' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
