import { fillIn, type RenderedRemote, renderRemote } from '@ezdash/remote-kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import texts from '../locales/en.json';
import { admin } from '../testing/consoleData';
import { makeRelease, makeSummary } from '../testing/releaseData';
import { AT, answer, GET, HISTORY, showRemote } from '../testing/showRemote';
import { RemotePage } from './RemotePage';
import { RemotesPage } from './RemotesPage';

/** An upload that the test takes along. */
class FakeUpload {
  static sent: FakeUpload[] = [];
  url = '';
  status = 0;
  timeout = 0;
  responseText = '';
  headers: Record<string, string> = {};
  body: unknown;
  aborted = false;
  upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onabort: (() => void) | null = null;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return name === 'X-Request-Id' ? 'r5' : null;
  }
  abort() {
    this.aborted = true;
    this.onabort?.();
  }
  send(body: unknown) {
    this.body = body;
    FakeUpload.sent.push(this);
  }
  async progress(loaded: number, total: number) {
    await act(async () => this.upload.onprogress?.({ lengthComputable: true, loaded, total }));
  }
  async answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    await act(async () => this.onload?.());
  }
}

const realRequest = globalThis.XMLHttpRequest;
let rendered: RenderedRemote | undefined;
beforeEach(() => {
  FakeUpload.sent = [];
  globalThis.XMLHttpRequest = FakeUpload as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  rendered?.unmount();
  globalThis.XMLHttpRequest = realRequest;
});

const archive = (name = 'mf-advertiser-1.4.0.zip', bytes = 1_240_000) =>
  new File([new Uint8Array(bytes)], name, { type: 'application/zip' });
const dialog = async () => within(await screen.findByRole('dialog'));
const last = async (): Promise<FakeUpload> => {
  await waitFor(() => expect(FakeUpload.sent.length).toBeGreaterThan(0));
  const upload = FakeUpload.sent.at(-1);
  if (!upload) throw new Error('Nothing was sent');
  return upload;
};
async function open() {
  rendered = showRemote({ [GET]: answer() });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  return dialog();
}
const give = (form: Awaited<ReturnType<typeof dialog>>, file: File) =>
  userEvent.upload(
    form.getByLabelText<HTMLInputElement>('Archive of the release', { selector: 'input' }),
    file,
    {
      applyAccept: false,
    },
  );

test('sends an archive, says how far it is, and what came of it', async () => {
  const form = await open();
  form.getByText(/^Nobody gets it yet/);
  const file = archive();
  await give(form, file);
  form.getByText('mf-advertiser-1.4.0.zip');
  form.getByText('1.2 MB');
  await fillIn(form.getByLabelText('Commit of its sources (optional)'), '60dba05');
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  const upload = await last();
  expect([upload.url, upload.body, upload.headers['Content-Type']]).toEqual([
    `${AT}?commit=60dba05`,
    file,
    'application/zip',
  ]);
  await upload.progress(310_000, 1_240_000);
  const bar = form.getByRole<HTMLProgressElement>('progressbar', {
    name: 'mf-advertiser-1.4.0.zip is being sent',
  });
  expect(bar.value).toBe(0.25);
  form.getByText('25% sent');
  await upload.progress(1_240_000, 1_240_000);
  expect(form.getByRole('status').textContent).toBe('The server checks every file');
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  expect(FakeUpload.sent).toHaveLength(1);
  const asked = rendered?.calls.filter(({ path }) => path === AT).length ?? 0;
  await upload.answer(201, makeRelease());
  expect(await screen.findByText('1.4.0 of mf-advertiser is published')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(rendered?.calls.filter(({ path }) => path === AT).length).toBeGreaterThan(asked),
  );
});

test('takes what is dropped, and says that the same was published before', async () => {
  const form = await open();
  const box = form.getByRole('group', { name: 'Archive of the release' });
  const files = { dataTransfer: { types: ['Files'], files: [archive()] } };
  fireEvent.dragOver(box, files);
  await form.findByText('Let go to take it');
  fireEvent.drop(box, files);
  await form.findByText('mf-advertiser-1.4.0.zip');
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  await (await last()).answer(200, makeRelease());
  expect(
    await screen.findByText(
      '1.4.0 of mf-advertiser was published before with the same files: nothing has changed',
    ),
  ).toBeTruthy();
});

test('names what is wrong with an archive, file by file', async () => {
  const form = await open();
  await give(form, archive());
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  await (await last()).answer(422, {
    message: 'This is no whole release',
    code: 'RELEASE_BROKEN',
    errors: { 'App.js': ['Its hash is another'], 'more.js': ['The release does not describe it'] },
  });
  expect(await form.findByText('It was not published')).toBeTruthy();
  form.getByText(/This is no whole release.*r5/);
  const faults = within(form.getByRole('region', { name: 'What is wrong with it' }));
  expect(faults.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'App.jsIts hash is another',
    'more.jsThe release does not describe it',
  ]);
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
  await (await last()).answer(422, {
    message: 'This is no whole release',
    code: 'RELEASE_BROKEN',
    errors: { archive: ['It is damaged: pack it again'] },
  });
  expect((await form.findByText('It is damaged: pack it again')).getAttribute('role')).toBe('alert');
  expect(screen.queryByRole('region', { name: 'What is wrong with it' })).toBeNull();
});

test.each([
  [archive('release.tar'), 'Choose a ZIP archive'],
  [archive('release.zip', 30_000_001), 'It may have 30 MB at most'],
])('sends nothing that cannot be a release: %#', async (file, said) => {
  const form = await open();
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  form.getByText('Choose the archive');
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Choose a file' }));
  await give(form, file);
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  form.getByText(said);
  expect(FakeUpload.sent).toEqual([]);
});

test('what is under way ends with the dialog', async () => {
  const form = await open();
  await give(form, archive());
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  const upload = await last();
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(upload.aborted).toBe(true));
});

test('from the list the remote is asked for, and its page opens', async () => {
  const FRESH = '/api/operator/releases/mf-weather';
  rendered = renderRemote(
    <Routes>
      <Route path="/admin/remotes" element={<RemotesPage />} />
      <Route path="/admin/remotes/:name" element={<RemotePage />} />
    </Routes>,
    {
      path: '/admin/remotes',
      user: admin,
      texts: { debug: texts },
      routes: {
        'POST /debug-tool/log': {},
        'GET /api/operator/releases': { remotes: [makeSummary()] },
        [`GET ${FRESH}`]: answer(),
        [`GET ${FRESH}/history`]: { events: [], next: null },
        [HISTORY]: { events: [], next: null },
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const form = await dialog();
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  form.getByText('A remote is called mf- and small letters');
  await fillIn(form.getByLabelText('Remote'), 'mf-weather');
  await give(form, archive('mf-weather-1.0.0.zip'));
  await userEvent.click(form.getByRole('button', { name: 'Publish' }));
  const upload = await last();
  expect(upload.url).toBe(FRESH);
  await upload.answer(201, makeRelease({ remote: 'mf-weather', version: '1.0.0' }));
  expect(await screen.findByText('1.0.0 of mf-weather is published')).toBeTruthy();
  expect(rendered.address()).toBe('/admin/remotes/mf-weather');
});
