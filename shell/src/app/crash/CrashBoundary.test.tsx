import { page } from '@ezdash/store';
import { fireEvent, render, screen } from '@testing-library/react';
import { CrashBoundary } from './CrashBoundary';

afterEach(() => jest.restoreAllMocks());

function Broken(): never {
  throw new Error('down');
}

test('what nothing else caught ends in a page that can be reloaded, without texts or styles loaded', () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
  render(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Reload Page' }));
  expect(reload).toHaveBeenCalledTimes(1);
});
