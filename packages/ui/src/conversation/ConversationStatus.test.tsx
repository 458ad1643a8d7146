import { screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { ConversationRows } from './ConversationRows';
import { ConversationStatus } from './ConversationStatus';

const row = {
  id: 'cn_1',
  href: '/help?conversation=cn_1',
  subject: 'Why?',
  line: 'Because',
  at: '2026-11-16T13:00:00Z',
  state: 'waiting',
  unread: 0,
} as const;

test('to the customer a conversation waits for them, to who answers it waits', () => {
  renderUi(
    <>
      <ConversationStatus state="waiting" side="customer" />
      <ConversationStatus state="waiting" side="support" />
      <ConversationStatus state="open" side="customer" />
    </>,
  );
  screen.getByText('Waits for you');
  screen.getByText('Waiting');
  screen.getByText('Open');
});

test.each([
  ['customer', 'Waits for you'],
  ['support', 'Waiting'],
] as const)('rows say it to the %s, too', (side, text) => {
  renderUi(<ConversationRows label="Conversations" rows={[row]} currentId={null} side={side} />);
  screen.getByText(text);
});
