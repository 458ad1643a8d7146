import type { Finding, Message } from '@ezdash/contracts';
import { FINDING_FACTS } from '@ezdash/contracts/constants';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import de from '../locales/de.json';
import en from '../locales/en.json';
import { renderUi } from '../testing/renderUi';
import { DiagnosisCard } from './DiagnosisCard';

const today = (time: string) => `${new Date().toISOString().slice(0, 10)}T${time}:00Z`;
const message = (...findings: Finding[]): Message => ({
  id: 'm_1',
  from: 'diagnosis',
  author: null,
  body: '',
  findings,
  happened: null,
  attachments: [],
  sent_at: today('13:58'),
});
const budget: Finding = {
  kind: 'campaign-budget-reached',
  subject: { id: 'c_1', name: 'Trail season, Nordics', href: '/advertiser/campaigns/c_1' },
  facts: {
    budget_micros: 120_000_000,
    reached_at: today('11:52'),
    resumes_at: '2020-01-05T00:00:00Z',
    auctions: 412_806,
    would_win: null,
    would_cost_micros: 395_000_000,
    spend_micros: 119_930_000,
    lowest_micros: 100_000,
  },
  action: { kind: 'raise-budget', href: '/advertiser/campaigns/c_1' },
};
const rows = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test('a finding is a sentence with figures of the reader, rows of what is known, and one action', () => {
  renderUi(<DiagnosisCard message={message(budget)} own somethingElse={null} />);
  screen.getByText(
    '“Trail season, Nordics” stopped at 11:52. It spent $119.93 of its daily budget of $120.00; less than the lowest price of one event ($0.10) is left. It resumes on 5 Jan 2020 at 00:00 UTC.',
  );
  expect(rows()).toEqual({ 'Auctions since then': '412,806', 'Would have cost, about': '$395.00' });
  expect(screen.getByRole('link', { name: 'Raise the budget' }).getAttribute('href')).toBe(
    '/advertiser/campaigns/c_1',
  );
  screen.getByText(/^Computed from the ledger and the auction log\. ·/);
  expect(screen.queryByRole('button')).toBeNull();
});

test('what is a code gets its words, and a code of a newer server stands as it is', () => {
  const rejected: Finding = {
    ...budget,
    kind: 'campaign-rejected',
    facts: { rejected_at: today('09:00'), reasons: 'rights,quality,new-one', message: null },
    action: null,
  };
  renderUi(<DiagnosisCard message={message(rejected)} own somethingElse={null} />);
  expect(rows()).toEqual({ Reasons: 'Rights of others, Poor picture or text, new-one' });
});

test('who answers sees the same without the customer’s buttons', () => {
  renderUi(<DiagnosisCard message={message(budget)} own={false} somethingElse={null} />);
  screen.getByText('From the customer’s own figures');
  expect(screen.queryByRole('link')).toBeNull();
});

test('what is well is told in figures, with nothing to press', () => {
  const well: Finding = {
    ...budget,
    kind: 'campaign-delivers',
    facts: { impressions: 12_345, spend_micros: 2_200_000, daily_budget_micros: 5_000_000, state: 'running' },
    action: null,
  };
  renderUi(<DiagnosisCard message={message(well)} own somethingElse={null} />);
  screen.getByText(
    '“Trail season, Nordics” runs: 12,345 impressions for $2.20 today (UTC), of a daily budget of $5.00. Its figures show nothing that stops it.',
  );
  expect(rows()).toEqual({ State: 'Running' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('what is left of a total budget is told to the part of a cent', () => {
  const rest: Finding = {
    ...budget,
    kind: 'campaign-total-rest',
    facts: {
      budget_micros: 30_000_000,
      spend_micros: 29_999_500,
      lowest_micros: 2_500,
      reached_at: today('11:52'),
      left_micros: 500,
    },
  };
  renderUi(<DiagnosisCard message={message(rest)} own somethingElse={null} />);
  screen.getByText(
    /spent \$30\.00 of its total budget of \$30\.00; less than the lowest price of one event \(\$0\.0025\) is left/,
  );
  expect(rows()).toEqual({ Left: '$0.0005' });
});

test('a finding of before bids were lowered claims nothing of them', () => {
  const { lowest_micros: _, ...facts } = budget.facts;
  renderUi(<DiagnosisCard message={message({ ...budget, facts })} own somethingElse={null} />);
  screen.getByText(/stopped at 11:52: its daily budget of \$120\.00 didn’t pay for another bid\./);
});

test('“It is something else” stands once, below all findings and beside none, and asks for a person', async () => {
  const onAsk = jest.fn();
  const other: Finding = { ...budget, subject: { id: 'c_2', name: 'Rain covers', href: '/c_2' } };
  renderUi(<DiagnosisCard message={message(budget, other)} own somethingElse={{ onAsk, asking: false }} />);
  screen.getByText(/Nobody was asked\./);
  const button = screen.getByRole('button', { name: 'It is something else' });
  for (const link of screen.getAllByRole('link'))
    expect(link.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(button.parentElement?.querySelector('a')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'It is something else' }));
  expect(onAsk).toHaveBeenCalledTimes(1);
});

describe.each([
  ['en', en.conversation, en.budgetRest],
  ['de', de.conversation, de.budgetRest],
])('%s', (_, texts, rests) => {
  test.each(Object.entries(FINDING_FACTS))(
    '%s has a sentence of exactly its facts, and words for its rows',
    (kind, facts) => {
      const sentences: Record<string, string | undefined> = texts.finding;
      const sentence = (sentences[`${kind}_rest`] ?? sentences[kind] ?? '').replace(
        /\$t\(ui:budgetRest\.([\w-]+)\)/,
        (_whole, of) => rests[of as keyof typeof rests],
      );
      const holes = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
      expect(holes.filter((hole) => hole !== 'subject' && hole !== 'zone').sort()).toEqual(
        [...facts.sentence].sort(),
      );
      for (const row of facts.rows) expect(texts.fact).toHaveProperty(row);
    },
  );
});
