import type { Message } from '@ezdash/contracts';
import { dayName } from './days';
import type { Unsent } from './outbox';
import { stillUnsent } from './outbox';
import { lastReadOf, threadDays, unseenBy } from './threadRows';

const message = (id: string, from: Message['from'], sent_at: string, body = id): Message => ({
  id,
  from,
  author: null,
  body,
  findings: [],
  happened: null,
  attachments: [],
  sent_at,
});
const unsent = (change: Partial<Unsent> = {}): Unsent => ({
  clientId: 'x',
  body: 'Hello',
  attachments: [],
  at: '2026-03-02T10:00:00Z',
  after: null,
  state: 'sending',
  problem: null,
  messageId: null,
  ...change,
});
const nobody = { customer: null, support: null };
const mark = (message_id: string) => ({ message_id, at: '2026-03-01T00:00:00Z' });

const thread = [
  message('m_1', 'customer', '2026-03-01T22:30:00Z'),
  message('m_2', 'diagnosis', '2026-03-01T22:31:00Z'),
  message('m_3', 'support', '2026-03-01T23:30:00Z'),
  message('m_4', 'customer', '2026-03-02T09:00:00Z'),
  message('m_5', 'support', '2026-03-02T09:30:00Z'),
];

test.each([
  ['UTC', { '2026-03-01': 3, '2026-03-02': 3 }],
  ['Europe/Oslo', { '2026-03-01': 2, '2026-03-02': 4 }],
])('messages stand under their day in %s, unsent ones last', (zone, days) => {
  const found = threadDays(thread, [unsent()], zone);
  expect(Object.fromEntries(found.map(({ day, rows }) => [day, rows.length]))).toEqual(days);
  expect(found.at(-1)?.rows.at(-1)?.kind).toBe('unsent');
});

test('today and yesterday have names, in the zone of the reader', () => {
  const now = Date.parse('2026-03-02T00:30:00Z');
  expect(dayName('2026-03-02', now, { timezone: 'UTC' })).toBe('today');
  expect(dayName('2026-03-01', now, { timezone: 'UTC' })).toBe('yesterday');
  expect(dayName('2026-03-01', now, { timezone: 'America/New_York' })).toBe('today');
  expect(dayName('2026-02-28', now, { timezone: 'UTC' })).toBeNull();
});

test('what a side has not seen is what the others wrote behind its mark', () => {
  const ids = (list: Message[]) => list.map(({ id }) => id);
  expect(ids(unseenBy('customer', thread, nobody))).toEqual(['m_2', 'm_3', 'm_5']);
  expect(ids(unseenBy('customer', thread, { ...nobody, customer: mark('m_3') }))).toEqual(['m_5']);
  expect(ids(unseenBy('support', thread, { ...nobody, support: mark('m_1') }))).toEqual(['m_2', 'm_4']);
});

test('the read mark stands under the newest own message the other side has seen', () => {
  expect(lastReadOf('customer', thread, nobody)).toBeNull();
  expect(lastReadOf('customer', thread, { ...nobody, support: mark('m_3') })).toBe('m_1');
  expect(lastReadOf('customer', thread, { ...nobody, support: mark('m_5') })).toBe('m_4');
  expect(lastReadOf('support', thread, { ...nobody, customer: mark('m_5') })).toBe('m_5');
});

describe('a message that is in the thread is not shown as unsent, too', () => {
  const arrived = [...thread, message('m_6', 'customer', '2026-03-02T10:00:01Z', 'Hello')];
  test('by its id, once it is known', () => {
    const sent = unsent({ state: 'sent', messageId: 'm_6', after: 'm_5' });
    expect(stillUnsent([sent], thread, 'customer')).toHaveLength(1);
    expect(stillUnsent([sent], arrived, 'customer')).toHaveLength(0);
  });
  test('by its words, while the answer to its sending is on the way', () => {
    expect(stillUnsent([unsent({ after: 'm_5' })], arrived, 'customer')).toHaveLength(0);
  });
  test('but each only once, and not by an older message of the same words', () => {
    const twice = [unsent({ clientId: 'a', after: 'm_5' }), unsent({ clientId: 'b', after: 'm_5' })];
    expect(stillUnsent(twice, arrived, 'customer').map(({ clientId }) => clientId)).toEqual(['b']);
    expect(stillUnsent([unsent({ after: 'm_6' })], arrived, 'customer')).toHaveLength(1);
  });
  test('and one that was not sent stays', () => {
    expect(stillUnsent([unsent({ state: 'failed', after: 'm_5' })], arrived, 'customer')).toHaveLength(1);
  });
});
