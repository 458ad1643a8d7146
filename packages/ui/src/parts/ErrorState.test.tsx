import { screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { ErrorState } from './ErrorState';

test('a failed call is named, and leads to support with its request', () => {
  renderUi(<ErrorState title="Spend could not be loaded" requestId="req_1" />, {
    supportHref: (id) => `/help?new=1&request=${id}`,
  });
  expect(screen.getByText('req_1')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Report to support' });
  expect(link.getAttribute('href')).toBe('/help?new=1&request=req_1');
});

test('who has nobody to write to, and a failure without a request, get no such link', () => {
  renderUi(<ErrorState title="Spend could not be loaded" requestId="req_1" />);
  renderUi(<ErrorState title="Clicks could not be loaded" />, { supportHref: () => '/help' });
  expect(screen.queryByRole('link')).toBeNull();
});
