import { act, renderHook } from '@testing-library/react';
import { type ReportSide, ReportSideContext } from './ReportSide';
import { useSaved } from './useSaved';

test('the link that ends mails opens their dialog once, also while the address is on its way', () => {
  const report = { id: 'r_1', name: 'Weekly', query: 'group=country', schedule: null };
  const go = jest.fn();
  const search = new URLSearchParams('report=r_1&stop=1');
  const side = {
    groups: ['campaign', 'country'],
    first: 'campaign',
    figures: ['spend_micros'],
    worth: 'spend_micros',
    api: { useSaved: () => ({ data: { reports: [report] } }) },
    // Another page of the app is still on the screen of who follows it: the address does not change at once.
    useAddress: () => ({ search, go }),
  } as unknown as ReportSide;
  const { result, rerender } = renderHook(() => useSaved(), {
    wrapper: ({ children }) => <ReportSideContext value={side}>{children}</ReportSideContext>,
  });
  expect(result.current.scheduled?.id).toBe('r_1');
  act(() => result.current.schedule(null));
  rerender();
  expect(result.current.scheduled).toBeNull();
  expect(go).toHaveBeenCalledTimes(1);
});
