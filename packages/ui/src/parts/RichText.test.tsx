import type { RichText as RichTextData } from '@ezdash/contracts';
import { screen, within } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { AppLink, LinkContext } from './AppLink';
import { RichText } from './RichText';

const ARTICLE: RichTextData = [
  { type: 'heading', level: 2, children: [{ type: 'text', text: 'What changed' }] },
  {
    type: 'paragraph',
    children: [
      { type: 'text', text: 'Pay ' },
      {
        type: 'strong',
        children: [
          { type: 'text', text: 'per ' },
          { type: 'code', text: 'click' },
        ],
      },
      { type: 'break' },
      { type: 'emphasis', children: [{ type: 'text', text: 'or not' }] },
    ],
  },
  { type: 'heading', level: 3, children: [{ type: 'text', text: 'Details' }] },
  {
    type: 'list',
    ordered: true,
    items: [
      [{ type: 'paragraph', children: [{ type: 'text', text: 'First' }] }],
      [
        { type: 'paragraph', children: [{ type: 'text', text: 'Second' }] },
        {
          type: 'list',
          ordered: false,
          items: [[{ type: 'paragraph', children: [{ type: 'text', text: 'Within' }] }]],
        },
      ],
    ],
  },
  { type: 'quote', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'مرحبا' }] }] },
  { type: 'code', language: 'html', text: '<script>alert(1)</script>' },
  {
    type: 'table',
    head: [[{ type: 'text', text: 'Size' }]],
    rows: [[[{ type: 'text', text: '300×250' }]]],
  },
  { type: 'rule' },
];

test('each piece is what it is for everybody, also for those who do not see it', () => {
  const { container } = renderUi(<RichText text={ARTICLE} />);
  expect(screen.getByRole('heading', { level: 2, name: 'What changed' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 3, name: 'Details' })).toBeTruthy();
  const [numbered, bullets] = screen.getAllByRole('list');
  expect(numbered?.tagName).toBe('OL');
  expect(bullets?.tagName).toBe('UL');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  const table = within(screen.getByRole('region', { name: 'Table' }));
  expect(table.getByRole('columnheader', { name: 'Size' })).toBeTruthy();
  expect(table.getByRole('cell', { name: '300×250' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  expect(screen.getByRole('separator')).toBeTruthy();
  expect(container.querySelector('strong > code')?.textContent).toBe('click');
  expect(container.querySelector('p > br')).toBeTruthy();
  // Shown as text, and nothing of it became an element.
  expect(screen.getByText(/alert\(1\)/)).toBeTruthy();
  expect(container.querySelector('script')).toBeNull();
  expect(container.querySelector('blockquote')?.dir).toBe('auto');
});

test('headings take their place under the heading of what they stand in', () => {
  renderUi(<RichText text={ARTICLE} headingLevel={4} />);
  expect(screen.getByRole('heading', { level: 4, name: 'What changed' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 5, name: 'Details' })).toBeTruthy();
});

const linked = (href: string): RichTextData => [
  { type: 'paragraph', children: [{ type: 'link', href, children: [{ type: 'text', text: 'there' }] }] },
];

test('a link elsewhere opens beside the app, tells it, and hands nothing on', () => {
  renderUi(<RichText text={linked('https://example.com/')} />);
  const link = screen.getByRole('link', { name: 'there (opens in a new tab)' });
  expect(link.getAttribute('href')).toBe('https://example.com/');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

test('a link within the app goes through the router, one to a person through the mail program', () => {
  const { rerender } = renderUi(
    <LinkContext
      value={({ children, ...props }) => (
        <a {...props} data-routed="">
          {children}
        </a>
      )}
    >
      <AppLink href="/help">Help</AppLink>
      <RichText text={linked('/advertiser/funds')} />
    </LinkContext>,
  );
  expect(screen.getByRole('link', { name: 'there' }).dataset.routed).toBe('');
  rerender(<RichText text={linked('mailto:a@b.test')} />);
  const link = screen.getByRole('link', { name: 'there' });
  expect(link.getAttribute('href')).toBe('mailto:a@b.test');
  expect(link.getAttribute('target')).toBeNull();
});

test.each(['javascript:alert(1)', '//evil.test', '/\\evil.test', 'data:text/html,x', 'page'])(
  'of %s no link is drawn, whoever sent it',
  (href) => {
    renderUi(<RichText text={linked(href)} />);
    expect(screen.getByText('there')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  },
);
