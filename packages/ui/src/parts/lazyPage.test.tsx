import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { renderUi as render } from '../testing/renderUi';
import { lazyPage } from './lazyPage';

class Caught extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? 'failed' : this.props.children;
  }
}
const show = (page: ReactNode) =>
  render(
    <Caught>
      <Suspense fallback="loading">{page}</Suspense>
    </Caught>,
  );
const Hello = () => <p>hello</p>;

test('what was loaded before is there at once', async () => {
  const Page = lazyPage(async () => ({ Hello }), 'Hello');
  await Page.preload();
  show(<Page />);
  expect(screen.getByText('hello')).toBeTruthy();
});

test('it is loaded once, however often it is asked for', async () => {
  let loads = 0;
  const Page = lazyPage(async () => {
    loads++;
    return { Hello };
  }, 'Hello');
  show(<Page />);
  expect(screen.getByText('loading')).toBeTruthy();
  await Page.preload();
  expect(await screen.findByText('hello')).toBeTruthy();
  expect(loads).toBe(1);
});

test('a load that failed is an error of the page, and tried again when it is shown again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const Page = lazyPage(async () => {
    if (broken) throw new Error('no network');
    return { Hello };
  }, 'Hello');
  const { unmount } = show(<Page />);
  await waitFor(() => expect(screen.getByText('failed')).toBeTruthy());
  unmount();
  broken = false;
  show(<Page />);
  expect(await screen.findByText('hello')).toBeTruthy();
});

test('without a connection it says so, and is there by itself once there is one', async () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Page = lazyPage(async () => {
    if (!navigator.onLine) throw new Error('Loading chunk 7 failed');
    return { Hello };
  }, 'Hello');
  show(<Page />);
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy();
  onLine.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('hello')).toBeTruthy();
  expect(screen.queryByText('failed')).toBeNull();
});
