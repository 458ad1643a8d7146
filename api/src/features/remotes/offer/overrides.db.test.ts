import { rmSync } from 'node:fs';
import path from 'node:path';
import {
  type ErrorBody,
  type OverrideLink,
  publicId,
  type ReleaseHistory,
  type ReleaseOverrides,
  type RemoteTeam,
  type TranslationsAnswer,
} from '@ezdash/contracts';
import { ForbiddenError } from '../../../platform/errors';
import { makeAdmin, makeAdvertiser, makePublisher } from '../../../testing';
import { archiveOf } from '../publish/testArchive';
import { makeRelease } from '../testReleases';
import {
  API,
  APP_URL,
  ask,
  clock,
  HOUR_MS,
  house,
  htmlOf,
  linkTo,
  localBuild,
  member,
  NAME,
  openHouse,
  openHouseForEach,
  preview,
  publishPassed,
  registryOf,
  rows,
  signedIn,
  TEAM,
  take,
  test,
  tokenOf,
  versionOf,
} from './testOverrides';

openHouseForEach();

describe('S5: a link that somebody opens', () => {
  it('changes nothing from another site: it leads to the page that asks', async () => {
    const { browser } = await signedIn(makeAdmin);
    const url = await linkTo({ version: '1.1.0' });
    const { status, headers } = await browser.request(url.slice(APP_URL.length), {
      headers: { 'Sec-Fetch-Site': 'cross-site', Accept: 'text/html' },
    });
    expect([status, headers.get('location')]).toEqual([303, `/try-release?link=${tokenOf(url)}`]);
    expect([headers.get('cache-control'), headers.get('referrer-policy'), headers.get('set-cookie')]).toEqual(
      ['no-store', 'no-referrer', null],
    );
    await htmlOf(browser, headers.get('location') ?? '');
    expect([await versionOf(browser), await rows()]).toEqual(['1.0.0', []]);
  });

  it('gives nothing without the token of a page', async () => {
    const { browser } = await signedIn(makeAdmin);
    const { status } = await browser.request(API, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ link: tokenOf(await linkTo({ version: '1.1.0' })) }),
    });
    expect([status, await rows()]).toEqual([419, []]);
  });

  it('gives nothing to a guest, or to somebody who is not on the team', async () => {
    const url = await linkTo({ version: '1.1.0' });
    const guest = house.app.client();
    const { browser } = await signedIn(makeAdvertiser);
    const answers = [await take(guest, url), await take(browser, url)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'SIGN_IN_REQUIRED'],
      [403, 'NOT_ON_TEAM'],
    ]);
    expect([(await preview(guest, url)).problem, (await preview(browser, url)).problem]).toEqual([
      'sign_in',
      'not_allowed',
    ]);
    expect([await versionOf(browser), await rows()]).toEqual(['1.0.0', []]);
  });

  it('gives an admin and a person of the team what they say yes to, and nobody else', async () => {
    const url = await linkTo({ version: '1.1.0' });
    const { browser: admin } = await signedIn(makeAdmin);
    const { browser } = await member();
    for (const one of [admin, browser]) {
      expect((await take(one, url)).status).toBe(201);
      expect(await versionOf(one)).toBe('1.1.0');
    }
    expect(await versionOf(house.app.client())).toBe('1.0.0');
    const { browser: samePerson } = await signedIn(makeAdmin);
    for (const [name, value] of browser.cookies)
      if (name === 'ez.overrides') samePerson.cookies.set(name, value);
    expect(await versionOf(samePerson)).toBe('1.0.0');
  });

  it('ends with the sign-in, and not with a proof that gives the session a new name', async () => {
    const { browser } = await signedIn(makeAdmin);
    await take(browser, await linkTo({ version: '1.1.0' }));
    await browser.post('/test-session/prove');
    expect(await versionOf(browser)).toBe('1.1.0');
    await browser.post('/test-session/leave');
    expect(await versionOf(browser)).toBe('1.0.0');
  });

  it('ends when an admin takes the person off the team, and does not come back with them', async () => {
    const { browser, admin, id, email } = await member();
    await take(browser, await linkTo({ version: '1.1.0' }));
    expect(await versionOf(browser)).toBe('1.1.0');
    const { status, body } = await admin.post<RemoteTeam>(`${TEAM}/${publicId('user', id)}/remove`);
    expect([status, body]).toEqual([200, { members: [], overrides: [] }]);
    expect(await versionOf(browser)).toBe('1.0.0');
    await admin.post(TEAM, { email });
    expect(await versionOf(browser)).toBe('1.0.0');
  });

  it('ends when an admin takes it back in the console, which shows who uses it', async () => {
    const { browser, admin, email } = await member(makePublisher);
    await take(browser, await linkTo({ version: '1.1.0' }));
    const { body } = await admin.get<RemoteTeam>(TEAM);
    expect(body.members).toMatchObject([{ email }]);
    expect(body.overrides).toMatchObject([{ email, version: '1.1.0' }]);
    const revoke = `/api/operator/releases/${NAME}/overrides/${body.overrides[0]?.id}/revoke`;
    expect(await admin.post(revoke)).toMatchObject({ status: 200, body: { overrides: [] } });
    expect(await versionOf(browser)).toBe('1.0.0');
    expect(await admin.post(revoke)).toMatchObject({ status: 404, body: { code: 'NO_SUCH_OVERRIDE' } });
  });

  it('is made for no release that the gate refuses, and gives none that it refuses since', async () => {
    house.remotes.gate.refuse('1.2.0');
    await house.remotes.publish('1.2.0');
    expect(await ask(house.team, { version: '1.2.0' })).toMatchObject({
      status: 409,
      body: { code: 'GATE_REFUSED', verdict: { passed: false } },
    });
    await house.remotes.publish('1.4.0');
    expect((await ask(house.team, { version: '1.4.0' })).status).toBe(201);
    const stored = await publishPassed('1.3.0');
    const url = await linkTo({ version: '1.3.0' });
    const { browser } = await signedIn(makeAdmin);
    await take(browser, url);
    expect(await versionOf(browser)).toBe('1.3.0');
    house.remotes.gate.refuse('1.3.0');
    await house.remotes.gate.judge(stored);
    expect(await versionOf(browser)).toBe('1.0.0');
    expect(await take(browser, url)).toMatchObject({ status: 409, body: { code: 'GATE_NOT_PASSED' } });
  });

  it('gives nothing by a cookie of before, which goes', async () => {
    const { browser } = await signedIn(makeAdmin);
    browser.cookies.set('ez.override', 'eyJhdWQiOiJ4In0.AAAA');
    expect(await versionOf(browser)).toBe('1.0.0');
    expect(browser.cookies.has('ez.override')).toBe(false);
  });
});

describe('a release that somebody took', () => {
  it('is that of page, registry and texts, and not of the page that asks', async () => {
    const { browser } = await signedIn(makeAdmin);
    await take(browser, await linkTo({ version: '1.1.0' }));
    expect((await registryOf(browser))[NAME]).toMatchObject({
      version: '1.1.0',
      entry: `/remotes/${NAME}/1.1.0/remoteEntry.js`,
      override: true,
      override_ends_at: new Date(clock.nowMs() + HOUR_MS).toISOString(),
      previous: { version: '1.0.0' },
    });
    const texts = await browser.get<TranslationsAnswer>('/api/translations/de');
    expect(texts.body.translations.advertiser).toEqual({ title: 'Zweite' });
    expect((await htmlOf(browser)).text).toContain('"version":"1.1.0"');
    for (const address of ['/try-release', '/Try-Release/?link=x'])
      expect((await htmlOf(browser, address)).text).not.toContain('"version":"1.1.0"');
  });

  it('leads to its first page that the person may open', async () => {
    const access = { roles: ['advertiser' as const] };
    const page = { id: 'plan', path: '/advertiser/plan', titleKey: 'advertiser:plan', access, built: true };
    await publishPassed('1.2.0', { manifest: { ...makeRelease().manifest, pages: [page] } });
    const url = await linkTo({ version: '1.2.0' });
    const { browser: advertiser } = await member();
    const { browser: publisher } = await member(makePublisher);
    expect((await take(advertiser, url)).body).toEqual({ landing: '/advertiser/plan' });
    expect((await take(publisher, url)).body).toEqual({ landing: '/' });
  });

  it('lasts as long as its link says', async () => {
    const { browser } = await signedIn(makeAdmin);
    const { body } = await ask(house.team, { version: '1.1.0', minutes: 120 });
    expect(body.ends_at).toBe(new Date(clock.nowMs() + 2 * HOUR_MS).toISOString());
    expect(await preview(browser, body.url)).toEqual({
      problem: null,
      release: {
        remote: NAME,
        version: '1.1.0',
        team: null,
        verdict: { passed: true, checked_at: '2026-11-16T12:00:00.000Z' },
        origin: null,
        ends_at: body.ends_at,
      },
    });
    await take(browser, body.url);
    clock.advance(2 * HOUR_MS - 1);
    expect(await versionOf(browser)).toBe('1.1.0');
    clock.advance(1);
    expect(await versionOf(browser)).toBe('1.0.0');
    expect(await take(browser, body.url)).toMatchObject({ status: 410, body: { code: 'LINK_OVER' } });
  });

  it('names the team by the token that published it, and not as the release says', async () => {
    const manifest = { ...makeRelease().manifest, team: 'operators' };
    await publishPassed('1.2.0', { manifest });
    const { status } = await house.team.request(`/api/releases/${NAME}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/zip' },
      body: new Uint8Array(archiveOf('one', { version: '1.3.0', manifest })),
    });
    expect(status).toBe(201);
    const { browser } = await signedIn(makeAdmin);
    const teamOf = async (version: string) =>
      (await preview(browser, await linkTo({ version }))).release?.team;
    expect([await teamOf('1.2.0'), await teamOf('1.3.0')]).toEqual([null, NAME]);
  });

  it('is listed and taken back in the browser, one or all, and its history says so', async () => {
    const { browser, email, id } = await signedIn(makeAdmin);
    await take(browser, await linkTo({ version: '1.1.0' }));
    const { body } = await browser.get<ReleaseOverrides>(API);
    expect(body.overrides).toMatchObject([
      { remote: NAME, version: '1.1.0', taken_at: clock.now().toISOString() },
    ]);
    const { browser: other } = await signedIn(makeAdmin);
    const address = `${API}/${body.overrides[0]?.id}`;
    expect((await other.delete(address)).status).toBe(404);
    expect((await browser.delete(address)).status).toBe(204);
    expect(await versionOf(browser)).toBe('1.0.0');
    await take(browser, await linkTo({ version: '1.1.0' }));
    expect((await browser.delete(API)).status).toBe(204);
    expect([await versionOf(browser), browser.cookies.has('ez.overrides')]).toEqual(['1.0.0', false]);
    const history = await browser.get<ReleaseHistory>(`/api/operator/releases/${NAME}/history`);
    const subject = publicId('user', id);
    expect(history.body.events.slice(0, 4)).toMatchObject(
      ['taken_back', 'taken', 'taken_back', 'taken'].map((event) => ({
        ...{ event, version: '1.1.0', subject, subject_email: email, by: email },
      })),
    );
  });

  it('leaves the active release in place when it has gone since', async () => {
    const { browser } = await signedIn(makeAdmin);
    await take(browser, await linkTo({ version: '1.1.0' }));
    rmSync(path.join(house.remotes.scratch, 'remotes', NAME, '1.1.0'), { recursive: true });
    expect(await versionOf(browser)).toBe('1.0.0');
  });

  it('costs browsers that never took one no question', async () => {
    await test.owner.schema.dropTable('release_override').execute();
    expect(await versionOf(house.app.client())).toBe('1.0.0');
  });
});

describe('a link', () => {
  it('does nothing in another environment, and says so', async () => {
    const url = await linkTo({ version: '1.1.0' });
    const elsewhere = await openHouse({ appUrl: 'https://ads.test' });
    const browser = elsewhere.app.client();
    expect(await preview(browser, url)).toEqual({ problem: 'elsewhere', release: null });
    expect(await take(browser, url)).toMatchObject({ status: 400, body: { code: 'LINK_ELSEWHERE' } });
  });

  it('is only one of the list that fits, and only of the token’s own remote', async () => {
    await house.remotes.publish('2.0.0', { pluginVersion: '3.0.0' });
    const answers = await Promise.all([
      ask(house.team, { version: '9.9.9' }),
      ask(house.team, { version: '2.0.0' }),
      ask(house.otherTeam, { version: '1.1.0' }),
      ask(house.app.client(), { version: '1.1.0' }),
      ask(house.team, { version: '../../secrets' }),
      ask(house.team, {}),
      ask(house.team, { version: '1.1.0', local: localBuild() }),
      ask(house.team, { version: '1.1.0', minutes: 100_000 }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'NO_SUCH_RELEASE'],
      [409, 'RELEASE_DOES_NOT_FIT'],
      [404, 'NO_SUCH_REMOTE'],
      [401, 'TOKEN_REQUIRED'],
      ...Array(4).fill([422, 'INVALID_INPUT']),
    ]);
  });

  it('is none of a release that shows the shell’s pages, or another remote’s: a link gives no more than a deploy', async () => {
    const { manifest } = makeRelease();
    const pages = manifest.pages.map((page, index) => (index === 0 ? { ...page, path: '/help' } : page));
    await house.remotes.publish('3.0.0', { manifest: { ...manifest, pages } });
    const local = localBuild({ manifest: { ...manifest, pages } });
    for (const body of [{ version: '3.0.0' }, { local }])
      expect(await ask(house.team, body)).toMatchObject({
        status: 409,
        body: {
          code: 'RELEASE_DOES_NOT_FIT',
          message: 'This release cannot run: /help is an address of the shell: /help',
        },
      });
  });
});

it('in the console it asks for a recent proof', async () => {
  let hasProof = true;
  const { app, remotes } = await openHouse({
    checkProof: () => {
      if (!hasProof) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
    },
  });
  await remotes.publish('1.4.0');
  const admin = app.client();
  await admin.signIn(await makeAdmin(test.db));
  const make = () =>
    admin.post<OverrideLink & ErrorBody>(`/api/operator/releases/${NAME}/override-links`, {
      version: '1.4.0',
    });
  const made = await make();
  expect([made.status, new URL(made.body.url).pathname]).toEqual([201, '/remotes/override']);
  hasProof = false;
  const refused = await make();
  expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
});
