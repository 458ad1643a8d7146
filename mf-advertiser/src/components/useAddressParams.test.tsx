import { act, render, screen } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { BrowserRouter, MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { useAddressParams } from './useAddressParams';

type Change = ReturnType<typeof useAddressParams>[1];
const changes: Record<string, Change> = {};
let address = '';

function Part({ name }: { name: string }) {
  const [, change] = useAddressParams();
  changes[name] = change;
  return null;
}
function Probe() {
  address = useLocation().search;
  return null;
}
const show = (path = '/?a=1') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Part name="page" />
      <Part name="wizard" />
      <Probe />
    </MemoryRouter>,
  );

test('of two parts that change the address before it is rendered anew, neither undoes the other', () => {
  show();
  act(() => {
    changes.wizard?.((params) => params.set('step', 'limits'));
    changes.page?.((params) => params.set('draft', 'cd_1'), { replace: true });
  });
  expect(address).toBe('?a=1&step=limits&draft=cd_1');
  act(() => changes.page?.((params) => params.delete('draft')));
  expect(address).toBe('?a=1&step=limits');
});

test('what another page left is not taken up', () => {
  show().unmount();
  show('/?b=2');
  act(() => changes.page?.((params) => params.set('c', '3')));
  expect(address).toBe('?b=2&c=3');
});

let arrive: (bundle: { default: () => ReactNode }) => void = () => undefined;
const Settings = lazy(() => new Promise<{ default: () => ReactNode }>((resolve) => (arrive = resolve)));
let go: (to: string) => void = () => undefined;
function Wizard() {
  go = useNavigate();
  return <Part name="wizard" />;
}

test('nobody is led back from a page that is still on its way', async () => {
  window.history.replaceState(null, '', '/wizard?a=1');
  render(
    <BrowserRouter>
      <Suspense fallback="…">
        <Routes>
          <Route path="/wizard" element={<Wizard />} />
          <Route path="/settings" element={<Settings />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
  act(() => changes.wizard?.((params) => params.set('step', 'limits')));
  expect(window.location.search).toBe('?a=1&step=limits');
  act(() => go('/settings'));
  // The wizard is still on the screen. Its draft was kept, and the address is to say so; but somebody has left.
  expect(screen.queryByText('…')).toBeNull();
  act(() => changes.wizard?.((params) => params.set('draft', 'cd_1'), { replace: true }));
  expect(window.location.pathname + window.location.search).toBe('/settings');
  await act(async () => arrive({ default: () => 'Settings' }));
  expect(await screen.findByText('Settings')).toBeTruthy();
});
