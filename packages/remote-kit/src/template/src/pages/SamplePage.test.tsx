import { renderRemote, testUser } from '@ezdash/remote-kit/testing';
import { screen } from '@testing-library/react';
import en from '../locales/en.json';
import { SamplePage } from './SamplePage';

test('it says who is signed in', async () => {
  renderRemote(<SamplePage />, {
    path: '/sample',
    user: testUser({ email: 'ines@halden.test' }),
    texts: { sample: en },
  });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Sample');
  screen.getByText('You are signed in as ines@halden.test.');
});
