import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { DrawLazyPage, type LazyPage, lazyPage } from './lazyPage';

function Hello() {
  return <p>Hello</p>;
}
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <p>Failed</p> : this.props.children;
  }
}
const draw = (page: LazyPage) =>
  render(
    <Boundary>
      <DrawLazyPage page={page} waiting={<p>Loading</p>} />
    </Boundary>,
  );

test('a page that is not there yet is waited for', async () => {
  const page = lazyPage(async () => Hello);
  draw(page);
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByText('Hello')).toBeTruthy();
});

test('what has loaded before is drawn at once, and loaded once', async () => {
  const load = jest.fn(async () => Hello);
  const page = lazyPage(load);
  page.preload();
  await act(async () => {});
  draw(page);
  expect(screen.getByText('Hello')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a load that failed is tried again when the page is drawn again', async () => {
  const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = jest.fn(async () => Hello).mockRejectedValueOnce(new Error('the network is away'));
  const page = lazyPage(load);
  const { unmount } = draw(page);
  expect(await screen.findByText('Failed')).toBeTruthy();
  unmount();
  draw(page);
  expect(await screen.findByText('Hello')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
  silence.mockRestore();
});
