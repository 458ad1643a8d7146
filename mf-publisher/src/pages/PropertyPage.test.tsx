import { fillIn, type RenderedRemote, reply, type StubRoutes } from '@ezdash/remote-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { byReason, floorAdvice, makeDetail, makeFigures, makeZone } from '../testing/publisherData';
import { changes, leaveProperty, menuOf, showProperty as show, silent } from '../testing/showProperty';

const rowOf = (name: string) =>
  screen.getAllByRole('row').find((row) => row.textContent?.includes(name))?.textContent ?? '';

/** At once instead of letter by letter: a page renders again with each. */
const write = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.paste(text);
};

afterEach(() => {
  leaveProperty();
  jest.useRealTimers();
});

test('shows the property, its figures and its zones', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Alpine Weather' })).toBeTruthy();
  expect(document.title).toBe('Alpine Weather - EzDash');
  expect(screen.getByText('alpineweather.example')).toBeTruthy();
  expect(rowOf('Article, below the lead')).toContain('Active');
  expect(rowOf('Webcam pages')).toContain('No tag seen');
  expect(rowOf('All 2 zones')).toContain('$4,044.90');
});

/** Answers by the days asked for: a thousand requests on each of the days of `from` and after. */
const since = (from: string): StubRoutes => ({
  'GET /api/properties/:id': ({ query }: { query: Record<string, string> }) => {
    const last = Date.parse(query.to ?? '');
    let dayCount = 0;
    for (let at = Date.parse(query.from ?? ''); at <= last; at += 86_400_000)
      if (new Date(at).toISOString().slice(0, 10) >= from) dayCount += 1;
    const figures = makeFigures({ requests: 1_000 * dayCount, filled: 900 * dayCount });
    return makeDetail([makeZone()], { created_at: '2020-01-01T00:00:00Z', figures });
  },
});
const tile = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).closest('.ez-stat')?.textContent ?? '';

test('figures are compared with as many days before', async () => {
  show([], since('2020-01-01'));
  await waitFor(() => expect(tile('Ad requests')).toBe('Ad requests28,0000.0%vs previous 28 days'));
  expect(tile('Fill rate')).toBe('Fill rate90.0%0.00 ptvs previous 28 days');
  // Without an impression there is no price, and nothing to compare.
  expect(tile('eCPM')).toBe('eCPM–over 28 days');
});

test('a property whose first request fell among those days is not: no percentage is made up', async () => {
  const eightDaysEarlier = new Date(Date.now() - 36 * 86_400_000).toISOString().slice(0, 10);
  const { calls } = show([], since(eightDaysEarlier));
  await waitFor(() => expect(calls.length).toBeGreaterThan(1));
  expect(tile('Ad requests')).toBe('Ad requests28,000over 28 days');
  expect(screen.queryByText(/vs previous/)).toBeNull();
});

test('what needs the publisher comes before the figures', async () => {
  const { container } = show();
  const needs = await screen.findByRole('heading', { name: 'Needs you' });
  const figures = container.querySelector('.ez-stats');
  if (!figures) throw new Error('no figures');
  expect(needs.compareDocumentPosition(figures)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('zones without a tag are one line, and none in the first day', async () => {
  const quiet = { last_request_at: null, state: 'active' as const };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const zones = [30, 30, 30, 1].map((hours, at) =>
    makeZone({ ...quiet, id: `z_200${at}`, name: `Zone ${at + 1}`, created_at: hoursAgo(hours) }),
  );
  const first = show(zones);
  const needs = within(await screen.findByRole('region', { name: /Needs you/ }));
  expect(needs.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Zone 1 and 2 more zones have sent no ad request yet.'),
  ]);
  first.unmount();
  show(zones.slice(3));
  await screen.findByText('Zone 4');
  expect(screen.queryByRole('region', { name: /Needs you/ })).toBeNull();
});

test('a property that was rejected without a reason says so', async () => {
  const detail = makeDetail([makeZone()], { state: 'rejected', state_reason: null });
  show([], { 'GET /api/properties/:id': detail });
  expect(await screen.findByText(/its zones show no ads. No reason was given\./)).toBeTruthy();
});

test('what the network stopped says why and leads to support', async () => {
  const zone = makeZone({ name: 'Side', state: 'stopped', state_reason: 'Ads in a hidden frame' });
  const detail = makeDetail([zone], { state: 'stopped', state_reason: 'Content of others' });
  show([], { 'GET /api/properties/:id': detail });
  expect(await screen.findByText(/its zones show no ads: Content of others/)).toBeTruthy();
  expect(rowOf('Side')).toContain('Ads in a hidden frame');
  const links = screen.getAllByRole('link', { name: /Write to support/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/help?new=1&stopped=${detail.property.id}`,
    `/help?new=1&stopped=${zone.id}`,
  ]);
});

test('another account’s property is not found', async () => {
  show([], { 'GET /api/properties/:id': reply(404, { message: 'Not found', code: 'NOT_FOUND' }) });
  expect(await screen.findByRole('heading', { name: 'No such property' })).toBeTruthy();
  // The top bar is told that days change nothing here.
  expect(document.querySelector('[data-no-date-range]')).toBeTruthy();
});

describe('a new zone', () => {
  const open = async (remote: RenderedRemote) => {
    await userEvent.click((await screen.findAllByRole('button', { name: 'Create zone' }))[0] as HTMLElement);
    return { remote, dialog: within(await screen.findByRole('dialog', { name: 'Create zone' })) };
  };

  test('goes on to its tag', async () => {
    const { remote, dialog } = await open(show([]));
    await write(dialog.getByRole('textbox', { name: /Name/ }), 'Forecast, top');
    await userEvent.click(dialog.getByRole('radio', { name: /970×250/ }));
    const floor = dialog.getByRole('textbox', { name: /Floor/ });
    await write(floor, '2.5');
    await userEvent.click(dialog.getByRole('radio', { name: /Keep the space/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create zone' }));
    expect(await screen.findByRole('dialog', { name: 'Tag for Forecast, top' })).toBeTruthy();
    // Which says it all: a toast would lie over the end of it.
    expect(screen.queryByText('Forecast, top is created')).toBeNull();
    expect(changes(remote)[0]?.body).toEqual({
      name: 'Forecast, top',
      kind: 'banner',
      size: { width: 970, height: 250 },
      floor_micros: 2_500_000,
      fallback: 'keep',
    });
  });

  test('of another kind has sizes of its own; where there is one, it is chosen', async () => {
    const { remote, dialog } = await open(show([]));
    await write(dialog.getByRole('textbox', { name: /Name/ }), 'In the text');
    await userEvent.click(dialog.getByRole('radio', { name: /^Native ads/ }));
    expect(dialog.queryByRole('radio', { name: /970×250/ })).toBeNull();
    expect(dialog.getByRole('radio', { name: /100%×320/ })).toBeTruthy();
    await userEvent.click(dialog.getByRole('radio', { name: /^Text ads/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create zone' }));
    await waitFor(() =>
      expect(changes(remote)[0]?.body).toMatchObject({ kind: 'text', size: { width: 0, height: 90 } }),
    );
  });

  test('says what is missing and sends nothing', async () => {
    const { remote, dialog } = await open(show([]));
    await userEvent.click(dialog.getByRole('button', { name: 'Create zone' }));
    expect(dialog.getByText('Give the zone a name')).toBeTruthy();
    expect(dialog.getByText('Choose one of the sizes')).toBeTruthy();
    expect(changes(remote)).toHaveLength(0);
  });

  test('refused: every field says why, the first takes the focus', async () => {
    const { dialog } = await open(
      show([], {
        'POST /api/properties/:id/zones': reply(422, {
          message: 'Check the form',
          code: 'VALIDATION',
          errors: { name: ['A zone has this name'], floor_micros: ['Too much'] },
        }),
      }),
    );
    await write(dialog.getByRole('textbox', { name: /Name/ }), 'Twice');
    await userEvent.click(dialog.getByRole('radio', { name: /300×250/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create zone' }));
    expect(await dialog.findByText('A zone has this name')).toBeTruthy();
    expect(dialog.getByText('Too much')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /Name/ })));
  });
});

describe('the floor', () => {
  const edit = async (text: string) => {
    const button = await screen.findByRole('button', { name: /^Floor of Article, below the lead/ });
    await userEvent.click(button);
    const field = await screen.findByRole('textbox', { name: /Floor \(least eCPM\)/ });
    await write(field, text);
    await userEvent.keyboard('{Enter}');
  };

  test('is edited where it stands, and Undo brings the old one back', async () => {
    const remote = show([makeZone()]);
    await edit('1.85');
    expect(await screen.findByText('Floor of Article, below the lead is $1.85')).toBeTruthy();
    await waitFor(() => expect(rowOf('Article')).toContain('$1.85'));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rowOf('Article')).toContain('$1.20'));
    expect(changes(remote).map(({ body }) => body)).toEqual([
      { floor_micros: 1_850_000 },
      { floor_micros: 1_200_000 },
    ]);
  });

  test('refused, it says so at the field', async () => {
    show([makeZone()], {
      'PATCH /api/zones/:id': reply(422, {
        message: 'No',
        code: 'VALIDATION',
        errors: { floor_micros: ['Too high'] },
      }),
    });
    await edit('9');
    expect(await screen.findByText('Too high')).toBeTruthy();
  });

  test('unchanged, nothing is sent', async () => {
    const remote = show([makeZone()]);
    await edit('1.20');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /least eCPM/ })).toBeNull());
    expect(changes(remote)).toHaveLength(0);
  });
});

describe('the row’s menu', () => {
  test('pauses at once, with Undo', async () => {
    const remote = show([makeZone()]);
    await menuOf('Article, below the lead', 'Pause');
    expect(await screen.findByText('Article, below the lead is paused')).toBeTruthy();
    await waitFor(() => expect(rowOf('Article')).toContain('Paused'));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rowOf('Article')).toContain('Active'));
    expect(changes(remote).map(({ body }) => body)).toEqual([{ state: 'paused' }, { state: 'active' }]);
  });

  test('archives out of sight; the archive gives back', async () => {
    show([makeZone(), silent]);
    await menuOf('Article, below the lead', 'Archive');
    await waitFor(() => expect(rowOf('Article')).toBe(''));
    await userEvent.click(screen.getByRole('radio', { name: 'Archived' }));
    await menuOf('Article, below the lead', 'Restore');
    expect(await screen.findByText('No zone is archived.')).toBeTruthy();
  });

  test('the archive says in one line what is too much to be listed', async () => {
    const figures = makeFigures({ requests: 9_400, earnings_micros: 3_200_000 });
    const rest = { count: 9_400, figures, daily_earnings_micros: [0, 1_200_000, 2_000_000] };
    show([], {
      'GET /api/properties/:id': {
        ...makeDetail([makeZone(), makeZone({ id: 'z_1003', name: 'Old', state: 'archived' })]),
        archived_left_out: rest,
      },
    });
    expect(await screen.findByText('Article, below the lead')).toBeTruthy();
    expect(screen.queryByText(/more archived zones/)).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Archived' }));
    expect(screen.getByText('9,400 more archived zones: 9,400 ad requests, $3.20 earned')).toBeTruthy();
  });

  test('a refused change is told on the page', async () => {
    show([makeZone()], { 'PATCH /api/zones/:id': reply(500, { message: 'The database is away' }) });
    await menuOf('Article, below the lead', 'Pause');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Article, below the lead was not changed');
    expect(alert.textContent).toContain('The database is away');
  });

  test('edits name and fallback', async () => {
    const remote = show([makeZone()]);
    await menuOf('Article, below the lead', 'Edit');
    const dialog = within(await screen.findByRole('dialog'));
    const name = dialog.getByRole('textbox', { name: /Name/ });
    await write(name, 'Article, end');
    await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(rowOf('Article, end')).not.toBe(''));
    expect(changes(remote)[0]?.body).toEqual({
      name: 'Article, end',
      floor_micros: 1_200_000,
      fallback: 'collapse',
    });
  });
});

describe('what a zone asks of the tag', () => {
  const edit = async () => {
    await menuOf('Article, below the lead', 'Edit');
    return within(await screen.findByRole('dialog'));
  };
  const save = (dialog: ReturnType<typeof within>) =>
    userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));

  test('is saved as it was changed: another ad, the most for one person, the own code', async () => {
    const remote = show([makeZone()]);
    const dialog = await edit();
    await userEvent.click(dialog.getByRole('combobox', { name: /Another ad/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'after 60 seconds in view' }));
    await userEvent.click(dialog.getByRole('switch', { name: 'Show one person only so many' }));
    await userEvent.click(dialog.getByRole('radio', { name: /Show my own code/ }));
    await save(dialog);
    expect(await dialog.findByText('Enter the code')).toBeTruthy();
    await fillIn(
      dialog.getByRole('textbox', { name: /Your code/ }),
      '<script src="https://other.example/x.js"></script>',
    );
    await save(dialog);
    await waitFor(() => expect(changes(remote)).toHaveLength(1));
    expect(changes(remote)[0]?.body).toEqual({
      name: 'Article, below the lead',
      floor_micros: 1_200_000,
      fallback: 'collapse',
      refresh_seconds: 60,
      person_cap: { count: 10, seconds: 86_400 },
      passback_html: '<script src="https://other.example/x.js"></script>',
    });
  });

  test('is taken away where it is switched off', async () => {
    const remote = show([
      makeZone({ refresh_seconds: 45, person_cap: { count: 3, seconds: 3_600 }, passback_html: '<b>x</b>' }),
    ]);
    const dialog = await edit();
    expect((dialog.getByRole('radio', { name: /Show my own code/ }) as HTMLInputElement).checked).toBe(true);
    await userEvent.click(dialog.getByRole('radio', { name: /Keep the space/ }));
    await userEvent.click(dialog.getByRole('switch', { name: 'Show one person only so many' }));
    await save(dialog);
    await waitFor(() => expect(changes(remote)).toHaveLength(1));
    expect(changes(remote)[0]?.body).toMatchObject({
      fallback: 'keep',
      person_cap: null,
      passback_html: null,
    });
    expect(changes(remote)[0]?.body).not.toHaveProperty('refresh_seconds');
  });
});

describe('ads that nobody could see', () => {
  test('how many of the zone’s, why, and what to change, the commonest first', async () => {
    show([makeZone()], {
      'GET /api/metrics': byReason({ counted: 900, bot: 500, covered: 30, 'too-small': 70 }),
    });
    await menuOf('Article, below the lead', 'Edit');
    const panel = within(await screen.findByRole('region', { name: 'Ads that nobody could see' }));
    expect(
      panel.getByText(
        '10% of the ads in this zone over the last 28 days (100) were not paid: nobody could see them, or it could not be measured whether anybody could.',
      ),
    ).toBeTruthy();
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Too small (70%) Give the slot 300 × 250 pixels. For phones, use a zone of a smaller size.',
      'Covered (30%) Something lies over the slot: a banner, a bar or a layer. Move it away.',
    ]);
  });

  test('nothing where hardly any were', async () => {
    const remote = show([makeZone()], { 'GET /api/metrics': byReason({ counted: 1_000, covered: 5 }) });
    await menuOf('Article, below the lead', 'Edit');
    await waitFor(() => expect(remote.calls.some(({ path }) => path === '/api/metrics')).toBe(true));
    expect(screen.queryByRole('region', { name: 'Ads that nobody could see' })).toBeNull();
  });
});

describe('advice on the floor', () => {
  test('says what another floor would have earned, and takes it over', async () => {
    const remote = show([makeZone()], { 'GET /api/zones/:id/floor-advice': floorAdvice({ advised: true }) });
    await menuOf('Article, below the lead', 'Edit');
    const advice = within(await screen.findByRole('region', { name: 'Advice on the floor' }));
    expect(
      advice.getByText(
        'A floor of $0.80 would have earned 6% – 9% more over the last 7 days (1,240 sampled auctions).',
      ),
    ).toBeTruthy();
    await userEvent.click(advice.getByRole('button', { name: 'Set the floor to $0.80' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(changes(remote)).toHaveLength(1));
    expect(changes(remote)[0]?.body).toMatchObject({ floor_micros: 800_000 });
  });

  test('says so where there are too few auctions, also beside the field in the table', async () => {
    show([makeZone()]);
    await userEvent.click(await screen.findByRole('button', { name: /Floor of Article, below the lead/ }));
    expect(await screen.findByText(/Too few auctions to advise a floor: 12 were sampled/)).toBeTruthy();
  });
});
