import { type Before, type Figures, LEAST_ACCOUNTS, mustWithdraw, shareOf } from './decide';

const figures = (
  networks: number,
  failing: number,
  pages: number,
  accounts: number | null = null,
): Figures => ({
  networks,
  accounts,
  failing,
  pages,
});
const before = (failing: number, pages: number): Before => ({ failing, pages });

test.each([
  ['everybody has trouble', figures(5, 5, 5), null],
  ['a twentieth has', figures(5, 5, 100), null],
  ['the release before had none', figures(5, 5, 100), before(0, 4_000)],
  ['the release before had a third of it', figures(10, 30, 100), before(10, 100)],
  ['nobody was given the release before', figures(5, 5, 100), before(0, 0)],
  ['more pages have trouble than were given: tabs that were open', figures(5, 9, 2), before(0, 100)],
  ['reports alone came, and no page was given by this server', figures(6, 6, 0), null],
  ['as many accounts as it takes have', figures(5, 5, 5, LEAST_ACCOUNTS), null],
])('withdraws when %s', (_, now, was) => {
  expect(mustWithdraw(now, was)).toBe(true);
});

test.each([
  ['nobody had trouble', figures(0, 0, 1_000), null],
  ['fewer accounts have than it takes, in many networks', figures(40, 40, 40, LEAST_ACCOUNTS - 1), null],
  ['no page was given at all', figures(0, 0, 0), null],
  ['one network has, with every page of it', figures(1, 5, 5), null],
  ['four networks have, with every page of theirs', figures(4, 20, 20), null],
  ['many networks have, and a share below a twentieth', figures(40, 49, 1_000), null],
  ['the release before had nearly as much', figures(10, 29, 100), before(10, 100)],
  [
    'the release before had the same, because the cause is elsewhere',
    figures(50, 200, 210),
    before(190, 200),
  ],
])('does not when %s', (_, now, was) => {
  expect(mustWithdraw(now, was)).toBe(false);
});

test('a share is never more than all', () => {
  expect(shareOf(figures(9, 9, 3))).toBe(1);
  expect(shareOf(figures(0, 0, 0))).toBe(0);
  expect(shareOf(figures(1, 1, 4))).toBe(0.25);
});
