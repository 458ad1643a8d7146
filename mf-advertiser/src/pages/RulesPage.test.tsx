import type { AutoRule, RuleDryRun, RuleInput, RuleLog } from '@ezdash/contracts';
import { type Call, fillIn, reply } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAdvertiser } from '../testing/renderAdvertiser';

const RULE: AutoRule = {
  id: 'ru_1001',
  name: 'Spends and sells nothing',
  scope: 'campaign',
  campaign_ids: [],
  match: 'all',
  conditions: [
    { metric: 'spend', comparison: 'at-least', value: 20_000_000, hours: 24 },
    { metric: 'conversions', comparison: 'at-most', value: 0, hours: 24 },
  ],
  action: { kind: 'pause' },
  every: 'hour',
  cooldown_hours: 24,
  most_per_day: 5,
  state: 'draft',
  dry_run: null,
  last_evaluated_at: null,
  acts_7d: 0,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
};
const SUBJECT = {
  campaign_id: 'c_1001',
  campaign: 'Trail season',
  creative_id: null,
  zone_id: null,
  name: null,
};
const FIGURES = [
  { metric: 'spend', hours: 24, value: 31_000_000 },
  { metric: 'conversions', hours: 24, value: 0 },
] as const;
const FOUND: RuleDryRun = {
  from: '2026-11-14T15:00:00.000Z',
  to: '2026-11-21T14:00:00.000Z',
  made_at: '2026-11-21T14:20:00.000Z',
  valid_until: '2026-11-22T14:20:00.000Z',
  evaluations: 168,
  subjects: 3,
  whole: true,
  would_act: 1,
  held: 0,
  spend_after_micros: 45_000_000,
  acts: [
    {
      at: '2026-11-19T12:00:00.000Z',
      subject: SUBJECT,
      figures: [...FIGURES],
      before_micros: null,
      after_micros: null,
    },
  ],
};
const LOG: RuleLog = {
  runs: [
    {
      period: '2026-11-21T14:00:00.000Z',
      at: '2026-11-21T14:05:00.000Z',
      subjects: 3,
      matched: 1,
      held: 0,
      acts: [
        {
          id: 'ra_1001',
          at: '2026-11-21T14:05:00.000Z',
          outcome: 'acted',
          action: { kind: 'pause' },
          subject: SUBJECT,
          figures: [...FIGURES],
          before_micros: null,
          after_micros: null,
          message: null,
        },
      ],
    },
  ],
  next: null,
};
const CAMPAIGNS = { campaigns: [{ id: 'c_1001', name: 'Trail season', state: 'running' }] };
const PATH = '/advertiser/rules';
const show = (path: string, routes: Record<string, unknown> = {}) =>
  renderAdvertiser(path, {
    'GET /api/campaigns/page': CAMPAIGNS,
    'GET /api/rules': { rules: [RULE] },
    ...routes,
  });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const bodies = (calls: Call[], method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);

test('rules with what each does in one sentence', async () => {
  show(PATH, {
    'GET /api/rules': {
      rules: [RULE, { ...RULE, id: 'ru_1002', name: 'Other', state: 'active', acts_7d: 4 }],
    },
  });
  const row = within(await screen.findByRole('row', { name: /^Spends and sells nothing/ }));
  expect(
    row.getByText(
      'When Spend at least $20.00 (last 24 hours) and Conversions at most 0 (last 24 hours): Pause the campaign.',
    ),
  ).toBeTruthy();
  expect(row.getByText('Draft')).toBeTruthy();
  expect(row.getByText('Not tried')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /^Other/ })).getByText('On')).toBeTruthy();
});

test('none yet, and what it is for', async () => {
  const { address } = show(PATH, { 'GET /api/rules': { rules: [] } });
  expect(await screen.findByRole('heading', { name: 'No rule yet' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Create rule' }));
  expect(address()).toBe(`${PATH}?rule=new`);
});

test('a new rule is tried before it can be switched on', async () => {
  const { calls, address } = show(`${PATH}?rule=new`, {
    'POST /api/rules': reply(201, RULE),
    'POST /api/rules/:id/dry-run': FOUND,
    'POST /api/rules/:id/commands': { ...RULE, state: 'active' },
    'GET /api/rules/:id': { ...RULE, state: 'active', last_evaluated_at: '2026-11-21T14:05:00.000Z' },
    'GET /api/rules/:id/log': LOG,
  });
  await fillIn(await screen.findByRole('textbox', { name: 'Name' }), RULE.name);
  expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull();
  await press('Save and try on the last 7 days');
  expect(await screen.findByRole('heading', { name: 'What it would have done' })).toBeTruthy();
  expect(screen.getByText('Trail season', { selector: 'bdi' })).toBeTruthy();
  expect(screen.getByText(/Spend \$31\.00 \(last 24 hours\) · Conversions 0 \(last 24 hours\)/)).toBeTruthy();
  const [sent] = bodies(calls, 'POST', '/api/rules') as RuleInput[];
  expect(sent).toMatchObject({ name: RULE.name, conditions: RULE.conditions, action: { kind: 'pause' } });
  await press('Switch on');
  await waitFor(() => expect(address()).toBe(`${PATH}?rule=ru_1001`));
  expect(bodies(calls, 'POST', '/api/rules/ru_1001/commands')).toEqual([
    { command: 'activate', dry_run: FOUND.made_at },
  ]);
  // What it did at once stands in its log, with a way to the campaign's history.
  const link = await screen.findByRole('link', { name: 'History of Trail season' });
  expect(link.getAttribute('href')).toBe('/advertiser/campaigns/c_1001?tab=history');
});

test('what was changed since is tried again, as the same rule', async () => {
  const { calls } = show(`${PATH}?rule=new`, {
    'POST /api/rules': reply(201, RULE),
    'PUT /api/rules/:id': RULE,
    'POST /api/rules/:id/dry-run': FOUND,
  });
  await fillIn(await screen.findByRole('textbox', { name: 'Name' }), RULE.name);
  await press('Save and try on the last 7 days');
  await screen.findByRole('button', { name: 'Switch on' });
  await fillIn(screen.getByRole('textbox', { name: 'Name' }), ' two');
  expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull();
  await press('Save and try on the last 7 days');
  await screen.findByRole('button', { name: 'Switch on' });
  expect(bodies(calls, 'POST', '/api/rules')).toHaveLength(1);
  expect(bodies(calls, 'PUT', '/api/rules/ru_1001')).toMatchObject([{ name: `${RULE.name} two` }]);
});

test('what somebody else saved meanwhile is not written over unsaid', async () => {
  const { calls } = show(`${PATH}?rule=ru_1001`, {
    'GET /api/rules/:id': RULE,
    'PUT /api/rules/:id': reply(409, {
      message: 'The rule was changed meanwhile. Try it again',
      code: 'RULE_CHANGED',
      requestId: 'r_1',
    }),
  });
  await fillIn(await screen.findByRole('textbox', { name: 'Name' }), ' two');
  await press('Save and try on the last 7 days');
  expect(await screen.findByText(/The rule was changed meanwhile/)).toBeTruthy();
  const sent = () => bodies(calls, 'PUT', '/api/rules/ru_1001') as { updated_at?: string }[];
  expect(sent().map(({ updated_at }) => updated_at)).toEqual([RULE.updated_at]);
  // Who was told and saves again means it.
  await press('Save and try on the last 7 days');
  await waitFor(() =>
    expect(sent().map(({ updated_at }) => updated_at)).toEqual([RULE.updated_at, undefined]),
  );
});

test('what is missing is said at its field, and nothing is sent', async () => {
  const { calls } = show(`${PATH}?rule=new`);
  await userEvent.clear(await screen.findByRole('textbox', { name: 'Value of condition 1' }));
  await press('Save and try on the last 7 days');
  expect(await screen.findByText('Give the rule a name')).toBeTruthy();
  expect(screen.getByText('Enter a value')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a refusal is told in place, with what the server says', async () => {
  show(`${PATH}?rule=new`, {
    'POST /api/rules': reply(409, {
      message: 'An account has at most 50 rules. Archive one first',
      code: 'TOO_MANY_RULES',
      requestId: 'r_1',
    }),
  });
  await fillIn(await screen.findByRole('textbox', { name: 'Name' }), 'x');
  await press('Save and try on the last 7 days');
  expect(await screen.findByText(/An account has at most 50 rules\. Archive one first/)).toBeTruthy();
});

test('a rule of nobody', async () => {
  show(`${PATH}?rule=ru_zzzz`, {
    'GET /api/rules/:id': reply(404, { message: 'No such rule', code: 'NOT_FOUND', requestId: 'r_1' }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such rule' })).toBeTruthy();
});

test('archiving asks first', async () => {
  const { calls } = show(PATH, { 'POST /api/rules/:id/commands': RULE });
  await press('Actions for Spends and sells nothing');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Archive' }));
  await waitFor(() =>
    expect(bodies(calls, 'POST', '/api/rules/ru_1001/commands')).toEqual([{ command: 'archive' }]),
  );
});
