import type { ReferralEarnings } from '@ezdash/contracts';
import {
  type Call,
  fillIn,
  type RenderedRemote,
  renderRemote,
  reply,
  type StubRoutes,
  testUser,
} from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import texts from '../locales/en.json';
import {
  banners,
  emptyFunnel,
  makeEarning,
  makeFunnel,
  makeLink,
  makeOverview,
  newsletter,
} from '../testing/referralsData';
import { ReferralsPage } from './ReferralsPage';

const OVERVIEW = 'GET /api/referrals';
const FUNNEL = 'GET /api/referrals/funnel';
const EARNINGS = 'GET /api/referrals/earnings';
const BANNERS = 'GET /api/referrals/links/:id/banners';
const earningsOf = (
  earnings: ReferralEarnings['earnings'],
  next: string | null = null,
): ReferralEarnings => ({
  earnings,
  next,
});

let rendered: RenderedRemote | undefined;
function show(routes: StubRoutes = {}, user = testUser({ role: 'advertiser' })): RenderedRemote {
  rendered = renderRemote(<ReferralsPage />, {
    path: '/advertiser/referrals',
    user,
    texts: { advertiser: texts },
    routes: {
      [OVERVIEW]: makeOverview(),
      [FUNNEL]: makeFunnel(),
      [EARNINGS]: earningsOf([makeEarning()]),
      [BANNERS]: banners,
      ...routes,
    },
  });
  return rendered;
}
afterEach(() => rendered?.unmount());

const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const posts = ({ calls }: RenderedRemote) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));
const pairs = (box: Awaited<ReturnType<typeof panel>>) =>
  box.getAllByText(/./, { selector: 'dt' }).map((name) => name.parentElement?.textContent);
const rowOf = async (name: RegExp) =>
  within(await screen.findByRole('table', { name: 'Links' })).getByRole('row', { name });

test('before the first link it says how it goes and on which terms, and begins with one press', async () => {
  const remote = show({ [OVERVIEW]: makeOverview({ joined_at: null, links: [], next_release: null }) });
  expect(await screen.findByRole('heading', { name: 'Bring others, earn with them' })).toBeTruthy();
  const terms = await panel('Terms');
  expect(terms.getByText('5%')).toBeTruthy();
  expect(terms.getByText('2.5%')).toBeTruthy();
  expect(terms.getByText(/^For 12 months after they sign up\./)).toBeTruthy();
  expect(terms.getByText(/once it has earned or spent \$50\.00\.$/)).toBeTruthy();
  expect(terms.getByText('What you earn is on hold for 30 days, then it goes to your balance.')).toBeTruthy();
  expect((await panel('Bringing yourself')).getByText(/counts for nobody/)).toBeTruthy();
  expect(remote.calls.some(({ path }) => path === '/api/referrals/funnel')).toBe(false);
  remote.answer({ 'POST /api/referrals/join': reply(500, { message: 'Busy' }) });
  await userEvent.click(screen.getByRole('button', { name: 'Get my link' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The link was not made Busy.');
  remote.answer({ 'POST /api/referrals/join': makeOverview(), [OVERVIEW]: makeOverview() });
  await userEvent.click(screen.getByRole('button', { name: 'Get my link' }));
  expect((await panel('Your link')).getByText('https://ads.example/r/k3m9x2ab')).toBeTruthy();
});

test('an account that is not active reads why it gets no link', async () => {
  show(
    { [OVERVIEW]: makeOverview({ joined_at: null, links: [] }) },
    testUser({ role: 'advertiser', status: 'suspended' }),
  );
  const button = await screen.findByRole('button', { name: 'Get my link' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('the link and words to send it with are copied', async () => {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  show();
  const box = await panel('Your link');
  await user.click(box.getByRole('button', { name: 'Copy link' }));
  expect(write).toHaveBeenLastCalledWith('https://ads.example/r/k3m9x2ab');
  expect(await box.findByText('Address: copied')).toBeTruthy();
  await user.click(box.getByRole('button', { name: 'Copy text' }));
  expect(write).toHaveBeenLastCalledWith(
    expect.stringMatching(/^I buy ads on EzDash: .* https:\/\/ads\.example\/r\/k3m9x2ab$/),
  );
  const mail = box.getByRole('link', { name: 'Send by e-mail' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(mail)).toContain('https://ads.example/r/k3m9x2ab');
});

test('what is on hold, paid and taken back stands above; clicks become money below it', async () => {
  const remote = show();
  expect(pairs(await panel('What you earned by referrals, in all'))).toEqual([
    expect.stringMatching(/^On hold\$84\.50\$6\.40 is paid on 2 Dec/),
    'Paid$715.00To your balance',
    'Taken back$12.25Before it was paid',
  ]);
  const funnel = await panel('From click to earnings');
  expect(await funnel.findByText('1,240')).toBeTruthy();
  expect(pairs(funnel)).toEqual([
    'Clicks1,240',
    'Sign-ups625.0% of clicks',
    'Active1829.0% of sign-ups',
    'Earned$123.48$6.86 per active account',
  ]);
  const asked = remote.calls.find(({ path }) => path === '/api/referrals/funnel')?.query;
  expect(asked).toEqual({
    from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test('the funnel of one link is asked for by its id', async () => {
  const remote = show({
    [FUNNEL]: ({ query }: Call) =>
      makeFunnel(
        query.link ? { totals: { clicks: 240, sign_ups: 12, active: 2, earned_micros: 12_500_000 } } : {},
      ),
  });
  const funnel = await panel('From click to earnings');
  await funnel.findByText('1,240');
  await userEvent.click(funnel.getByRole('combobox', { name: 'Link' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Newsletter' }));
  expect(await funnel.findByText('240')).toBeTruthy();
  expect(remote.calls.some(({ query }) => query.link === 'rl_1001')).toBe(true);
});

test('nobody came yet: the page says what to do', async () => {
  show({ [FUNNEL]: emptyFunnel, [EARNINGS]: earningsOf([]) });
  expect(await screen.findByText('Nobody followed a link in these days')).toBeTruthy();
  expect(await screen.findByText('Nothing earned yet')).toBeTruthy();
});

describe('sub-links', () => {
  test('each has its figures of the days, or of all time', async () => {
    show();
    const table = await screen.findByRole('table', { name: 'Links' });
    await within(table).findByText('$12.50');
    const rows = () =>
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent);
    expect(rows()[1]).toMatch(/^Your own linkads\.example\/r\/k3m9x2ab1,0005016\$110\.98/);
    expect(rows()[2]).toMatch(/^Newsletterads\.example\/r\/n8p2w7cd240122\$12\.50/);
    expect(rows()[3]).toMatch(/^All links1,2406218\$123\.48/);
    await userEvent.click(screen.getByRole('radio', { name: 'All time' }));
    expect(rows()[2]).toMatch(/^Newsletter.*900204\$60\.00/);
  });

  test('one is made under a name; a name that is taken is told at its field', async () => {
    const remote = show({
      'POST /api/referrals/links': reply(409, {
        message: 'Another of your links has this name',
        code: 'REFERRAL_LABEL_TAKEN',
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'New sub-link' }));
    const box = await dialog('New sub-link');
    await userEvent.click(box.getByRole('button', { name: 'Make sub-link' }));
    expect(await box.findByText('Give the link a name')).toBeTruthy();
    const field = box.getByRole('textbox', { name: 'Name' });
    await fillIn(field, ' Newsletter ');
    await userEvent.click(box.getByRole('button', { name: 'Make sub-link' }));
    expect(await box.findByText('Another of your links has this name')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const blog = makeLink({ id: 'rl_1002', label: 'Blog' });
    remote.answer({
      'POST /api/referrals/links': reply(201, blog),
      [OVERVIEW]: makeOverview({ links: [makeLink(), blog, newsletter] }),
    });
    await userEvent.clear(field);
    await fillIn(field, 'Blog');
    await userEvent.click(box.getByRole('button', { name: 'Make sub-link' }));
    expect(await rowOf(/^Blog/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posts(remote).map(({ body }) => body)).toEqual([{ label: 'Newsletter' }, { label: 'Blog' }]);
  });

  test('one is renamed; the first one is not', async () => {
    const renamed = { ...newsletter, label: 'Letter' };
    const remote = show({ 'PUT /api/referrals/links/rl_1001': renamed });
    await rowOf(/^Newsletter/);
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Your own link' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Copy link']);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Newsletter' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const box = await dialog('Rename the sub-link');
    remote.answer({ [OVERVIEW]: makeOverview({ links: [makeLink(), renamed] }) });
    await userEvent.clear(box.getByRole('textbox', { name: 'Name' }));
    await fillIn(box.getByRole('textbox', { name: 'Name' }), 'Letter');
    await userEvent.click(box.getByRole('button', { name: 'Rename' }));
    expect(await rowOf(/^Letter/)).toBeTruthy();
    expect(posts(remote)).toEqual([
      { method: 'PUT', path: '/api/referrals/links/rl_1001', body: { label: 'Letter' } },
    ]);
  });

  test('one is archived, with the way back; what is refused is told', async () => {
    const archived = { ...newsletter, archived_at: '2026-11-23T10:00:00.000Z' };
    const remote = show({ 'POST /api/referrals/links/rl_1001/archive': archived });
    await rowOf(/^Newsletter/);
    remote.answer({ [OVERVIEW]: makeOverview({ links: [makeLink(), archived] }) });
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Newsletter' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }));
    expect(await screen.findByText('“Newsletter” is archived: it brings nobody any more')).toBeTruthy();
    expect(await screen.findByText('Archived')).toBeTruthy();
    remote.answer({
      'POST /api/referrals/links/rl_1001/restore': reply(409, {
        message: '50 links are the most',
        code: 'REFERRAL_LINKS_MOST',
      }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The sub-link was not restored 50 links are the most.',
    );
  });

  test('a long name stands whole', async () => {
    const label = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenversand AG';
    show({ [OVERVIEW]: makeOverview({ links: [makeLink(), { ...newsletter, label }] }) });
    expect((await rowOf(/^Donau/)).textContent).toContain(label);
  });
});

test('earnings say until when they are on hold, are filtered, and older ones come on demand', async () => {
  const remote = show({
    [EARNINGS]: ({ query }: Call) => {
      if (query.state === 'returned') return earningsOf([]);
      return query.before
        ? earningsOf([
            makeEarning({ id: 're_1000', day: '2026-10-01', state: 'returned', settles_on: '2026-10-09' }),
          ])
        : earningsOf(
            [
              makeEarning(),
              makeEarning({ id: 're_1001', day: '2026-10-02', state: 'released', settles_on: '2026-11-01' }),
            ],
            're_1001',
          );
    },
  });
  const table = await screen.findByRole('table', { name: 'Earnings' });
  const rows = () =>
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent);
  expect(rows()[1]).toMatch(/^20 Nov.*Publisher rf_1000NewsletterOn holdpaid on 20 Dec.*\$3\.1416$/);
  expect(rows()[2]).toMatch(/Paidon 1 Nov/);
  await userEvent.click(screen.getByRole('button', { name: 'Older earnings' }));
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(rows()[3]).toMatch(/Taken backon 9 Oct/);
  expect(screen.queryByRole('button', { name: 'Older earnings' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Taken back' }));
  expect(await screen.findByText('Nothing was taken back')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findByText(/paid on 20 Dec/)).toBeTruthy();
  expect(remote.calls.some(({ query }) => query.state === 'returned')).toBe(true);
});

test('banners are shown in each size, on light and dark, with what to paste', async () => {
  const remote = show({
    [BANNERS]: ({ params }: Call) => ({
      banners: banners.banners.map((banner) => ({ ...banner, html: `${banner.html}<!-- ${params.id} -->` })),
    }),
  });
  const box = await panel('Banners');
  const picture = await box.findByRole('img', { name: 'EzDash, an advertising network' });
  expect(picture.getAttribute('src')).toContain('728x90.svg');
  expect(box.getByText(/728x90\.svg/)).toBeTruthy();
  const ground = () =>
    picture.closest('[data-mantine-color-scheme]')?.getAttribute('data-mantine-color-scheme');
  expect(ground()).toBe('light');
  await userEvent.click(box.getByRole('radio', { name: 'On dark' }));
  expect(ground()).toBe('dark');
  await userEvent.click(box.getByRole('radio', { name: '160×600' }));
  expect(box.getByRole('img', { name: 'EzDash, an advertising network' }).getAttribute('src')).toContain(
    '160x600',
  );
  await userEvent.click(box.getByRole('combobox', { name: 'Link' }));
  await userEvent.click(await box.findByRole('option', { name: 'Newsletter' }));
  expect(await box.findByText(/rl_1001/)).toBeTruthy();
  await userEvent.click(box.getByRole('combobox', { name: 'Language of the banner' }));
  await userEvent.click(await box.findByRole('option', { name: 'German' }));
  await waitFor(() => expect(remote.calls.some(({ query }) => query.locale === 'de')).toBe(true));
});

test('a part that fails says so, and the others stand', async () => {
  const busy = reply(500, { message: 'Busy', code: 'INTERNAL', requestId: 'r-9' });
  const remote = show({ [FUNNEL]: busy, [EARNINGS]: busy, [BANNERS]: busy });
  expect(await screen.findByText('The figures could not be loaded')).toBeTruthy();
  expect(await screen.findByText('The earnings could not be loaded')).toBeTruthy();
  expect(await screen.findByText('The banners could not be loaded')).toBeTruthy();
  expect((await panel('Your link')).getByText('https://ads.example/r/k3m9x2ab')).toBeTruthy();
  expect((await rowOf(/^All links/)).textContent).toMatch(/^All links––––/);
  remote.answer({ [EARNINGS]: earningsOf([makeEarning()]) });
  await userEvent.click((await panel('Earnings')).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/paid on 20 Dec/)).toBeTruthy();
});

test('a page that did not come is tried again', async () => {
  const remote = show({ [OVERVIEW]: reply(500, { message: 'Busy', code: 'INTERNAL', requestId: 'r-7' }) });
  expect(await screen.findByText('The referrals could not be loaded')).toBeTruthy();
  expect(screen.getByText('r-7')).toBeTruthy();
  remote.answer({ [OVERVIEW]: makeOverview() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Your link' })).toBeTruthy();
});
