import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { type RenderedRemote, renderRemote, reply, testUser } from '@ezdash/remote-kit/testing';
import { storage, useAppDispatch } from '@ezdash/store';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../../../locales/en.json';
import { debugAnswers } from '../../../testing/debugData';
import { PromoTab } from '../promo/PromoTab';
import { resetSending, writeLog } from '../writeLog';
import { ReportButton } from './ReportButton';

const TOKEN = 'one-half-of-it';
let write: (message: string) => void = () => {};
function Page() {
  const dispatch = useAppDispatch();
  write = (message) => writeLog(dispatch, 'error', message);
  return (
    <>
      <ReportButton />
      <PromoTab />
    </>
  );
}

let rendered: RenderedRemote | undefined;
async function show(): Promise<void> {
  storage.set(STORAGE_KEYS.debugToken, TOKEN);
  rendered = renderRemote(<Page />, {
    routes: { ...debugAnswers, 'GET /debug-tool/promo-codes': reply(500) },
    texts: { debug: texts },
    user: testUser(),
  });
  await screen.findByRole('alert');
  act(() => write(`${TOKEN} of ines@halden.test broke`));
}

beforeEach(() => {
  window.localStorage.clear();
  resetSending();
  document.title = 'Campaigns - EzDash';
});
afterEach(() => {
  rendered?.unmount();
  jest.restoreAllMocks();
});

test('copies one text, without what is secret, and says so', async () => {
  await show();
  const user = userEvent.setup();
  const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy bug report' }));
  await waitFor(() => expect(screen.getByText('The bug report is copied')).toBeTruthy());
  const text = copied.mock.calls[0]?.[0];
  expect(text).toContain('# Campaigns - EzDash');
  expect(text).toContain('- User: 1001 (advertiser)');
  expect(text).toContain('- debugToolPromoCodes: 500 HTTP_500 , request req_test');
  expect(text).toContain('[hidden] of [email] broke');
  expect(text).not.toContain(TOKEN);
  expect(text).not.toContain('ines@halden.test');
});

test('shows the text, selected, when the clipboard is refused', async () => {
  await show();
  const user = userEvent.setup();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(screen.getByRole('button', { name: 'Copy bug report' }));
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Bug report' });
  expect(area.value).toContain('# Campaigns - EzDash');
  await waitFor(() => expect(document.activeElement).toBe(area));
  expect(area.selectionEnd - area.selectionStart).toBe(area.value.length);
});
