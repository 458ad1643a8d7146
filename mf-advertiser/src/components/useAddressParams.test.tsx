import { act, render } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
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
