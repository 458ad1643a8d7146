import type { User } from '@ezdash/contracts';
import { testUser } from '@ezdash/remote-kit/testing';
import { screen } from '@testing-library/react';
import { renderAuth } from '../testing/renderAuth';

const standing = { registration_complete: true, profile_complete: true, has_password: true };
const userWith = (status: User['status'], reason: string | null = null) =>
  testUser({ status, standing: { ...standing, status_reason: reason } });

test.each([
  ['pending', 'Pending', 'Your account is in review', 'We write to ines@halden.test'],
  ['suspended', 'Suspended', 'Your account is suspended', 'Write to support to have it opened again'],
  ['ADK rejected', 'ADK rejected', 'Your account was not approved', 'we look again'],
] as const)('%s: what it means, why, what still works and what to do', (status, word, headline, todo) => {
  renderAuth(
    '/auth/status',
    {},
    {
      config: { support_email: 'help@ads.test' },
      user: userWith(status, 'Three creatives led to a page that is not yours.'),
    },
  );
  expect(document.title).toBe('Account status - EzDash');
  expect(screen.getByRole('heading', { level: 1, name: headline })).toBeTruthy();
  expect(screen.getByText(word)).toBeTruthy();
  expect(screen.getByText('Three creatives led to a page that is not yours.')).toBeTruthy();
  expect(screen.getByText('What still works').nextElementSibling?.textContent).not.toBe('');
  expect(screen.getByText('What you can do').nextElementSibling?.textContent).toContain(todo);
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toBe(
    'mailto:help@ads.test',
  );
  expect(screen.getByText('Support: help@ads.test')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Look around' }).getAttribute('href')).toBe('/advertiser');
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
});

test('without a reason none is made up', () => {
  renderAuth('/auth/status', {}, { user: userWith('suspended') });
  expect(screen.getByText('What still works').closest('dl')?.previousElementSibling?.tagName).toBe('P');
  expect(document.querySelector('.reason')).toBeNull();
});

test('an account that is active has nothing to read here, and goes on to where it wanted', () => {
  renderAuth('/auth/status?next=%2Fadvertiser%2Fcampaigns', {}, { user: userWith('active', 'of long ago') });
  expect(screen.getByRole('heading', { level: 1, name: 'Your account is active' })).toBeTruthy();
  expect(screen.queryByText('of long ago')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe(
    '/advertiser/campaigns',
  );
});
