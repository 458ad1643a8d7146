import { fillIn } from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAdvertiser } from '../testing/renderAdvertiser';

test('every tracker has a way to set it up and a guide', async () => {
  const user = userEvent.setup();
  renderAdvertiser('/advertiser/partners', {});
  for (const name of ['Voluum', 'Binom', 'BeMob', 'RedTrack', 'Keitaro']) {
    const link = await screen.findByRole('link', { name: `Set up ${name}` });
    expect(link.getAttribute('href')).toBe(`/advertiser/postbacks?tracker=${name.toLowerCase()}`);
  }
  await user.click(screen.getByRole('button', { name: 'Guide to BeMob' }));
  const guide = await screen.findByRole('dialog', { name: 'Guide to BeMob' });
  expect(within(guide).getByText(/cid=\{externalId\}&payout=\{payout\}&status=\{status\}/)).toBeTruthy();
});

test('one is found by its name, and none that matches says what to do', async () => {
  const user = userEvent.setup();
  renderAdvertiser('/advertiser/partners', {});
  const filter = await screen.findByRole('searchbox', { name: 'Find a tracker' });
  await fillIn(filter, 'keit');
  expect(screen.getAllByRole('link', { name: /^Set up/ })).toHaveLength(1);
  await fillIn(filter, 'nothing');
  expect(screen.getByText('No tracker matches')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getAllByRole('link', { name: /^Set up/ })).toHaveLength(5);
});
