import type { Message } from '@ezdash/contracts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderUi } from '../testing/renderUi';
import { Thread } from './Thread';
import { useEarlier } from './useEarlier';

type Props = Parameters<typeof Thread>[0];

let at = 0;
function message(id: string, from: Message['from'], body: string, change: Partial<Message> = {}): Message {
  at += 1;
  return {
    id,
    from,
    author: from === 'support' ? 'Sara' : null,
    body,
    findings: [],
    happened: null,
    attachments: [],
    sent_at: new Date(Date.now() - 60_000 + at).toISOString(),
    ...change,
  };
}

const first = [message('m_1', 'customer', 'Is it broken?'), message('m_2', 'support', 'I will look.')];
const onSeen = jest.fn();

function props(change: Partial<Props> = {}): Props {
  return {
    side: 'customer',
    messages: first,
    unsent: [],
    readBy: { customer: null, support: null },
    typing: [],
    onSeen,
    onRetry: jest.fn(),
    onDiscard: jest.fn(),
    onEdit: jest.fn(),
    ...change,
  };
}

/** jsdom has no layout: a box of 300 pixels with 1,000 in it, scrolled to where the test says. */
function scrollTo(box: HTMLElement, top: number): void {
  Object.defineProperty(box, 'scrollHeight', { configurable: true, value: 1_000 });
  Object.defineProperty(box, 'clientHeight', { configurable: true, value: 300 });
  box.scrollTop = top;
  fireEvent.scroll(box);
}
const box = () => screen.getByRole('region', { name: 'Messages' });

function look(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => onSeen.mockClear());
afterEach(() => look('visible'));

test('messages by day with who wrote them; own ones have no name to look at', () => {
  renderUi(<Thread {...props()} />);
  screen.getByRole('heading', { name: 'Today, UTC' });
  const [own, , support] = screen.getAllByRole('listitem');
  expect(within(own as HTMLElement).getByText('You').className).toContain('ez-sr');
  within(support as HTMLElement).getByText('Sara, support');
});

test('no text of a message becomes markup; its addresses are links that tell nothing of this page', () => {
  const text = 'See https://ex.test/<b>x</b> and http://localhost/help?article=tag';
  renderUi(<Thread {...props({ messages: [message('m_9', 'support', text)] })} />);
  const [outside, inside] = screen.getAllByRole('link');
  expect([outside?.getAttribute('href'), outside?.getAttribute('rel')]).toEqual([
    'https://ex.test/',
    'noopener noreferrer nofollow ugc',
  ]);
  expect(inside?.getAttribute('href')).toBe('/help?article=tag');
  expect(box().querySelector('p b')).toBeNull();
});

test('what comes is said, the divider stays out of the way of who reads along, and it counts as seen', () => {
  const { rerender } = renderUi(
    <Thread {...props({ readBy: { customer: { message_id: 'm_2', at: '' }, support: null } })} />,
  );
  expect(screen.getByTestId('incoming').textContent).toBe('');
  const next = [...first, message('m_3', 'support', 'It is the budget.')];
  rerender(<Thread {...props({ messages: next })} />);
  expect(screen.getByTestId('incoming').textContent).toBe('Sara, support: It is the budget.');
  expect(screen.queryByText('New')).toBeNull();
  expect(onSeen).toHaveBeenLastCalledWith('m_3');
});

test('what was not read yet lies behind a line, until one answers', () => {
  const readBy = { customer: { message_id: 'm_1', at: '' }, support: null };
  const { rerender } = renderUi(<Thread {...props({ readBy })} />);
  const divider = screen.getByText('New');
  expect(divider.compareDocumentPosition(screen.getByText('I will look.'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  // Read by now, and still where it was.
  rerender(<Thread {...props({ readBy: { ...readBy, customer: { message_id: 'm_2', at: '' } } })} />);
  screen.getByText('New');
  const answer = {
    clientId: 'a',
    body: 'Thanks',
    attachments: [],
    at: new Date().toISOString(),
    after: 'm_2',
  };
  rerender(
    <Thread {...props({ unsent: [{ ...answer, state: 'sending', problem: null, messageId: null }] })} />,
  );
  expect(screen.queryByText('New')).toBeNull();
  screen.getByText('Sending');
});

test('who reads further up is not moved, and gets a button to what is new', async () => {
  const { rerender } = renderUi(<Thread {...props()} />);
  scrollTo(box(), 100);
  onSeen.mockClear();
  rerender(<Thread {...props({ messages: [...first, message('m_3', 'support', 'Done.')] })} />);
  expect(box().scrollTop).toBe(100);
  expect(onSeen).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: '1 new message' }));
  expect(box().scrollTop).toBe(1_000);
  expect(onSeen).toHaveBeenCalledWith('m_3');
  expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
});

test('what comes while the page is out of sight is seen when one looks again', () => {
  const { rerender } = renderUi(<Thread {...props()} />);
  look('hidden');
  onSeen.mockClear();
  rerender(<Thread {...props({ messages: [...first, message('m_3', 'support', 'Done.')] })} />);
  expect(onSeen).not.toHaveBeenCalled();
  screen.getByText('New');
  look('visible');
  expect(onSeen).toHaveBeenCalledWith('m_3');
});

test('read, typing, what happened, and files to save', () => {
  const file = {
    id: 'af_1',
    name: 'log.csv',
    type: 'text/csv' as const,
    bytes: 2_048,
    href: '/api/support/attachments/af_1',
  };
  const messages = [
    message('m_1', 'customer', '', { attachments: [file] }),
    message('m_2', 'system', '', { happened: 'solved', author: 'Sara' }),
    message('m_3', 'system', '', { happened: 'reopened' }),
  ];
  renderUi(
    <Thread
      {...props({
        messages,
        typing: ['Sara'],
        readBy: { customer: null, support: { message_id: 'm_3', at: '' } },
      })}
    />,
  );
  screen.getByText('· Read');
  screen.getByText('Sara is typing');
  screen.getByText('Solved by Sara');
  screen.getByText('Opened again');
  const link = screen.getByRole('link', { name: /log\.csv/ });
  expect([link.getAttribute('href'), link.getAttribute('download'), link.textContent]).toEqual([
    file.href,
    'log.csv',
    'Save log.csvCSV, 2 kB',
  ]);
});

test('one that was not sent says why, goes again, or goes away; one that was refused comes back to be changed', async () => {
  const base = {
    clientId: 'a',
    body: 'Hello',
    attachments: [],
    at: new Date().toISOString(),
    after: null,
    messageId: null,
  };
  const network = { ...base, state: 'failed' as const, problem: { kind: 'network' as const, message: '' } };
  const given = props({ unsent: [network] });
  const { rerender } = renderUi(<Thread {...given} />);
  expect(screen.getByRole('alert').textContent).toContain('Not sent. The server could not be reached.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(given.onRetry).toHaveBeenCalledWith('a');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(given.onDiscard).toHaveBeenCalledWith('a');
  const refused = {
    ...network,
    problem: { kind: 'refused' as const, message: 'Too long', requestId: 'req_1' },
  };
  const again = props({ unsent: [refused] });
  rerender(<Thread {...again} />);
  expect(screen.getByRole('alert').textContent).toContain('Too long Request req_1');
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(again.onEdit).toHaveBeenCalledWith(refused);
});

const older = [message('m_-1', 'support', 'Long ago'), message('m_0', 'customer', 'Before that')];
const end = { messages: first, earlier: true };
function LongThread({ newest = end, load }: { newest?: typeof end; load: Parameters<typeof useEarlier>[1] }) {
  return <Thread {...props(useEarlier(newest, load))} />;
}

describe('a thread of which only the end was fetched', () => {
  const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');

  test('shows earlier messages when they are asked for, which are not new ones', async () => {
    const load = jest.fn().mockResolvedValue({ messages: older, earlier: false });
    const { rerender } = renderUi(<LongThread load={load} />);
    scrollTo(box(), 0);
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));
    await screen.findByText('Long ago');
    expect(load.mock.calls).toEqual([['m_1']]);
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
    expect(screen.getByTestId('incoming').textContent).toBe('');
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
    // The window moves on: what falls out of it stays.
    const next = { messages: [...first.slice(1), message('m_3', 'support', 'Done.')], earlier: true };
    rerender(<LongThread newest={next} load={load} />);
    const shown = texts().join();
    const at = ['Long ago', 'Before that', 'Is it broken?', 'I will look.', 'Done.'].map((text) =>
      shown.indexOf(text),
    );
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at).not.toContain(-1);
    expect(screen.getByRole('button', { name: '1 new message' })).toBeTruthy();
  });

  test('says so when they could not be fetched, and tries again', async () => {
    const load = jest.fn().mockRejectedValueOnce(new Error('away'));
    load.mockResolvedValue({ messages: older, earlier: false });
    renderUi(<LongThread load={load} />);
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Earlier messages could not be loaded. Try again.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }));
    expect(await screen.findByText('Long ago')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
