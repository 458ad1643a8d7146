import { SUPPORT_LIMITS } from '@ezdash/contracts/constants';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { Composer } from './Composer';
import { type Upload, type UploadAnswer, useDraft } from './draft';

const onSend = jest.fn();
const onTyping = jest.fn();
/** Uploads that end when the test says so. */
let uploads: {
  file: File;
  signal: AbortSignal;
  progress: (share: number) => void;
  answer: (answer: UploadAnswer) => void;
}[];
const upload: Upload = (file, signal, progress) =>
  new Promise((answer) => uploads.push({ file, signal, progress, answer }));

function Page({ name }: { name: string }) {
  return <Composer draft={useDraft(name, upload)} onSend={onSend} onTyping={onTyping} />;
}

let count = 0;
function show() {
  count += 1;
  return { name: `draft-${count}`, ...renderUi(<Page name={`draft-${count}`} />) };
}
const field = () => screen.getByRole('textbox', { name: 'Message' });
const file = (name = 'shot.png', bytes = 2_048) => new File([new Uint8Array(bytes)], name);
const stored = (id: string) => ({
  attachment: { id, name: 'shot.png', type: 'image/png' as const, bytes: 2_048, href: `/x/${id}` },
});
async function choose(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('No field for files');
  await userEvent.upload(input, files, { applyAccept: false });
}
const answer = (index: number, given: UploadAnswer) => act(async () => uploads[index]?.answer(given));

beforeEach(() => {
  uploads = [];
  onSend.mockReset();
  onTyping.mockReset();
});

test('Enter sends and empties the field, Shift + Enter starts a line, and nothing is not sent', async () => {
  show();
  await userEvent.type(field(), '{Enter}   {Enter}');
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.clear(field());
  await userEvent.type(field(), ' One{Shift>}{Enter}{/Shift}two {Enter}');
  expect(onSend).toHaveBeenCalledWith('One\ntwo', []);
  expect(field()).toHaveProperty('value', '');
});

test('Enter that an input method needs for itself sends nothing', () => {
  show();
  fireEvent.change(field(), { target: { value: 'にほん' } });
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
});

test('where there is no Shift + Enter, Enter starts a line and the button sends', async () => {
  const desktop = window.matchMedia;
  window.matchMedia = (media) => ({ ...desktop(media), matches: media === '(pointer: coarse)' });
  show();
  await userEvent.type(field(), 'One{Enter}two');
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend).toHaveBeenCalledWith('One\ntwo', []);
  window.matchMedia = desktop;
});

test('a draft is there again when one comes back to its conversation, and not in another', async () => {
  const { name, unmount } = show();
  await userEvent.type(field(), 'Half a thought');
  unmount();
  const other = show();
  expect(field()).toHaveProperty('value', '');
  other.unmount();
  renderUi(<Page name={name} />);
  expect(field()).toHaveProperty('value', 'Half a thought');
});

test('writing is told, deleting everything is not', async () => {
  show();
  await userEvent.type(field(), 'H');
  expect(onTyping).toHaveBeenCalledTimes(1);
  await userEvent.clear(field());
  expect(onTyping).toHaveBeenCalledTimes(1);
});

test('a message that is too long says so, stays, and goes when it is shorter', async () => {
  show();
  fireEvent.change(field(), { target: { value: 'x'.repeat(SUPPORT_LIMITS.message + 1) } });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend).not.toHaveBeenCalled();
  screen.getByText('At most 4,000 characters; these are 4,001');
  fireEvent.change(field(), { target: { value: 'x'.repeat(SUPPORT_LIMITS.message) } });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSend).toHaveBeenCalledTimes(1);
});

test('files: how far they are, and the message that waits for them', async () => {
  show();
  await choose(file());
  act(() => uploads[0]?.progress(0.4));
  screen.getByText('40% sent');
  expect(screen.getByRole('progressbar', { name: /shot.png/ })).toHaveProperty('value', 0.4);
  await userEvent.type(field(), 'Look{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  screen.getByText('It goes as soon as the files are there.');
  await answer(0, stored('af_1'));
  await waitFor(() => expect(onSend).toHaveBeenCalledWith('Look', [stored('af_1').attachment]));
  expect(screen.queryByText('shot.png')).toBeNull();
});

test('files come by paste and by drop, too', async () => {
  show();
  fireEvent.paste(field(), { clipboardData: { files: [file('pasted.png')] } });
  fireEvent.drop(field(), { dataTransfer: { files: [file('dropped.png')], types: ['Files'] } });
  expect(uploads.map((one) => one.file.name)).toEqual(['pasted.png', 'dropped.png']);
});

test('a refused file says why at its place and holds the message until it is gone', async () => {
  show();
  await choose(file('page.html'));
  await answer(0, { problem: { kind: 'refused', message: 'Send an image, a PDF or a text', again: false } });
  expect(screen.getByRole('alert').textContent).toContain('Send an image, a PDF or a text');
  expect(screen.queryByRole('button', { name: /Try/ })).toBeNull();
  await userEvent.type(field(), 'Look{Enter}');
  expect(onSend).not.toHaveBeenCalled();
  screen.getByText('Remove the file that was not taken, or try it again.');
  await userEvent.click(screen.getByRole('button', { name: 'Remove page.html' }));
  await userEvent.type(field(), '{Enter}');
  expect(onSend).toHaveBeenCalledWith('Look', []);
});

test('a file that the network lost is tried again; one that is taken away is not sent on', async () => {
  show();
  await choose(file());
  await answer(0, { problem: { kind: 'network', message: '', again: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Try shot.png again' }));
  expect(uploads).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Remove shot.png' }));
  expect(uploads[1]?.signal.aborted).toBe(true);
});

test('too many, too heavy and empty files are told before anything is sent', async () => {
  show();
  const heavy = file('heavy.pdf');
  Object.defineProperty(heavy, 'size', { value: SUPPORT_LIMITS.attachmentBytes + 1 });
  await choose(heavy, file('empty.txt', 0), file('a.png'), file('b.png'), file('c.png'), file('d.png'));
  expect(uploads.map((one) => one.file.name)).toEqual(['a.png', 'b.png', 'c.png']);
  const said = screen.getAllByRole('alert').map((alert) => alert.textContent?.trim());
  expect(said).toEqual([
    'It has 10 MB, and a file may have 10 MB.',
    'The file is empty.',
    'A message takes 5 files; 1 was left out.',
  ]);
});

test('a message that waits for its only file is not sent when that is taken away', async () => {
  show();
  await choose(file());
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  screen.getByText('It goes as soon as the files are there.');
  await userEvent.click(screen.getByRole('button', { name: 'Remove shot.png' }));
  await waitFor(() => expect(screen.queryByText('It goes as soon as the files are there.')).toBeNull());
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.type(field(), 'Then in words{Enter}');
  expect(onSend).toHaveBeenCalledWith('Then in words', []);
});
