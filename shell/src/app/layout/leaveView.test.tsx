import { page } from '@ezdash/store';
import { leaveView } from './leaveView';

beforeEach(() => {
  jest.spyOn(page, 'reload').mockImplementation(() => {});
  jest.spyOn(page, 'go').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

test.each([
  ['/publisher/dashboard', ['/auth/login'], 0],
  ['/advertiser', ['/auth/login'], 0],
  ['/settings/profile', [], 1],
])('from %s', (pathname, goes, reloads) => {
  window.history.replaceState(null, '', pathname);
  leaveView();
  expect(jest.mocked(page.go).mock.calls.flat()).toEqual(goes);
  expect(page.reload).toHaveBeenCalledTimes(reloads);
});
