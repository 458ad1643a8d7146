import {
  type ErrorBody,
  type GateRefusal,
  gateRefusal,
  gateVerdict,
  publicId,
  type ReleaseChange,
  releaseChange,
  releaseHistory,
  remoteReleases,
  remoteStates,
} from '@ezdash/contracts';
import { systemClock } from '../../../platform/clock';
import { silentLog } from '../../../platform/log';
import {
  ageProofs,
  buildApp,
  createTestDb,
  enterConsole,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../../testing';
import { createTestRemotes, type TestRemotes } from '../testRemotes';
import { createTokensService } from '../tokens/tokens.service';

const HOUR_MS = 3_600_000;
let test: TestDb;
let remotes: TestRemotes;
let app: TestApp;
let team: TestClient;
let admin: MadeUser;
let console_: TestClient;

async function withToken(remote: string | null): Promise<TestClient> {
  const tokens = createTokensService({ db: test.db, clock: systemClock, log: silentLog });
  const input = { remote, label: `Of ${remote ?? 'operators'}`, days: 1 };
  const { secret } = await tokens.make(input, { kind: 'command' });
  const client = app.client();
  client.setHeader('Authorization', `Bearer ${secret}`);
  return client;
}

beforeAll(async () => {
  test = await createTestDb();
  remotes = createTestRemotes(test);
  const { debugTool } = remotes;
  app = await buildApp({
    test,
    mounts: [...debugTool.mounts, ...remotes.mounts],
    operatorGuard: debugTool.operatorGuard,
  });
  admin = await makeAdmin(test.db);
  console_ = app.client();
  await console_.signIn(admin);
  await enterConsole(console_, admin);
});
afterAll(async () => {
  await app.close();
  await remotes.close();
  await test.drop();
});

/** Each test has a remote of its own, and its team. */
let made = 0;
let name = '';
beforeEach(async () => {
  made += 1;
  const letters = String.fromCharCode(97 + Math.floor(made / 26), 97 + (made % 26));
  name = `mf-${letters}`;
  const manifest = {
    name,
    namespace: letters,
    contractVersion: 1,
    pages: [],
    navigation: [],
  };
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await remotes.publish(version, { name, manifest });
  team = await withToken(name);
});

const ADDRESSES = [
  ['teams', () => ({ client: team, base: '/api/releases' })],
  ['the console', () => ({ client: console_, base: '/api/operator/releases' })],
] as const;

describe.each(ADDRESSES)('for %s', (_, whose) => {
  const send = async (path: string, body: object = {}) => {
    const { client, base } = whose();
    const answer = await client.post<ReleaseChange & ErrorBody>(`${base}/${name}${path}`, body);
    return { ...answer, code: answer.body?.code };
  };
  const change = async (path: string, body?: object) => {
    const { status, body: answer } = await send(path, body);
    expect([path, status]).toEqual([path, 200]);
    return releaseChange.parse(answer);
  };

  it('a release is activated, tried, pinned, planned and taken back', async () => {
    const first = await change('/activate', { version: '1.0.0', why: 'The first' });
    expect(first).toMatchObject({ state: { active: { version: '1.0.0' } }, verdict: { passed: true } });
    const { state } = await change('/canary', { version: '1.1.0', percent: 12.5 });
    expect(state.canary).toMatchObject({ version: '1.1.0', percent: 12.5 });
    expect((await change('/canary/stop')).state.canary).toBeNull();
    const user = await makeAdvertiser(test.db);
    const subject = { user: publicId('user', user.id) };
    expect((await change('/pin', { version: '1.2.0', subject })).state.pins).toHaveLength(1);
    expect((await change('/unpin', { subject })).verdict).toBeNull();
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    const planned = await change('/activate', { version: '1.2.0', at });
    const [plan] = planned.state.planned;
    expect(planned.state.active?.version).toBe('1.0.0');
    expect((await change(`/plans/${plan?.id}/cancel`, { why: 'No' })).state.planned).toEqual([]);
    await change('/activate', { version: '1.1.0' });
    expect((await change('/rollback', { why: 'Slow' })).state).toMatchObject({
      active: { version: '1.0.0' },
      previous: null,
    });
  });

  it('all of it is read', async () => {
    const { client, base } = whose();
    await change('/activate', { version: '1.0.0' });
    const read = async (path: string) => (await client.get(base + path)).body;
    const { remotes: states } = remoteStates.parse(await read(''));
    expect(states.map(({ remote }) => remote)).toContain(name);
    const { releases, state } = remoteReleases.parse(await read(`/${name}`));
    expect([releases.length, state.active?.version]).toEqual([3, '1.0.0']);
    expect(remoteReleases.parse(await read(`/${name}?before=1.1.0`)).releases).toHaveLength(1);
    const { events } = releaseHistory.parse(await read(`/${name}/history`));
    expect(events.map(({ event }) => event)).toEqual(['activated', 'published', 'published', 'published']);
    const older = releaseHistory.parse(await read(`/${name}/history?before=${events[1]?.id}`));
    expect(older.events).toHaveLength(2);
  });

  it('a release that asks for a contract of the far future is read with the others', async () => {
    const contractVersion = 3_000_000_000;
    const manifest = { name, namespace: 'far', contractVersion, pages: [], navigation: [] };
    await remotes.publish('9.0.0', { name, manifest });
    const { client, base } = whose();
    const { status, body } = await client.get(`${base}/${name}`);
    expect(status).toBe(200);
    expect(remoteReleases.parse(body).releases[0]).toMatchObject({
      version: '9.0.0',
      contract_version: contractVersion,
    });
  });

  it('a history before what no row can be is all of it', async () => {
    const { client, base } = whose();
    const { body } = await client.get(`${base}/${name}/history?before=99999999999`);
    expect(releaseHistory.parse(body).events).toHaveLength(3);
  });

  it('a refusal of the gate has its verdict beside the error', async () => {
    await remotes.publish('6.6.6', { name });
    remotes.gate.refuse('6.6.6');
    const { status, body } = await send('/activate', { version: '6.6.6' });
    const refusal: GateRefusal = gateRefusal.parse(body);
    expect([status, refusal.code, refusal.verdict.checks[0]?.detail]).toEqual([
      409,
      'GATE_REFUSED',
      'It throws',
    ]);
    const check = await send('/check', { version: '6.6.6' });
    expect([check.status, gateVerdict.parse(check.body).passed]).toEqual([200, false]);
  });

  it.each([
    ['/activate', { version: '1' }, 422, 'INVALID_INPUT'],
    ['/activate', { version: '9.9.9' }, 404, 'NO_SUCH_RELEASE'],
    ['/activate', { version: '1.0.0', at: '2020-01-01T00:00:00Z' }, 422, 'INVALID_INPUT'],
    ['/canary', { version: '1.0.0', percent: 0 }, 422, 'INVALID_INPUT'],
    ['/canary', { version: '1.0.0', percent: 100 }, 422, 'INVALID_INPUT'],
    ['/canary', { version: '1.0.0', percent: 0.15 }, 422, 'INVALID_INPUT'],
    ['/canary/stop', {}, 409, 'NO_CANARY'],
    ['/rollback', {}, 409, 'NOTHING_BEFORE'],
    ['/rollback', { to: '1.1.0' }, 409, 'NEVER_ACTIVE'],
    ['/pin', { version: '1.0.0', subject: { user: publicId('user', 2_000_000) } }, 404, 'NO_SUCH_ACCOUNT'],
    ['/pin', { version: '1.0.0', subject: {} }, 422, 'INVALID_INPUT'],
    ['/unpin', { subject: { session: 'a'.repeat(22) } }, 404, 'NO_SUCH_PIN'],
    ['/plans/1/cancel', {}, 404, 'NO_SUCH_PLAN'],
    ['/plans/x/cancel', {}, 404, 'NO_SUCH_PLAN'],
    ['/plans/99999999999/cancel', {}, 404, 'NO_SUCH_PLAN'],
  ])('%s of %j is a %s %s', async (path, body, status, code) => {
    const answer = await send(path, body);
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  it('a remote that nothing was published of is a 404', async () => {
    const { client, base } = whose();
    for (const path of ['/mf-nobody', '/mf-nobody/history']) {
      const { status, body } = await client.get<ErrorBody>(base + path);
      expect([status, body.code]).toEqual([404, 'NO_SUCH_REMOTE']);
    }
  });
});

describe('a team', () => {
  it('handles its own remote and sees no other', async () => {
    const before = remotes.gate.asked.length;
    const { body } = await team.get('/api/releases');
    expect(remoteStates.parse(body).remotes.map(({ remote }) => remote)).toEqual([name]);
    for (const path of ['/mf-ab', '/mf-ab/history'])
      expect((await team.get<ErrorBody>(`/api/releases${path}`)).body.code).toBe('NO_SUCH_REMOTE');
    const foreign = [
      ['/check', { version: '1.0.0' }],
      ['/activate', { version: '1.0.0' }],
      ['/canary', { version: '1.0.0', percent: 1 }],
      ['/canary/stop', {}],
      ['/rollback', {}],
      ['/pin', { version: '1.0.0', subject: { user: admin.email } }],
      ['/unpin', { subject: { user: admin.email } }],
      ['/plans/1/cancel', {}],
    ] as const;
    for (const [path, sent] of foreign) {
      const { status, body: answer } = await team.post<ErrorBody>(`/api/releases/mf-ab${path}`, sent);
      expect([path, status, answer.code]).toEqual([path, 404, 'NO_SUCH_REMOTE']);
    }
    expect(remotes.gate.asked).toHaveLength(before);
  });

  it('learns from no answer whether somebody has an account', async () => {
    const user = await makeAdvertiser(test.db);
    const client = await withToken(name);
    const answers = [];
    for (const address of [user.email, 'nobody@nowhere.test']) {
      const subject = { user: address };
      const pin = await client.post<ErrorBody>(`/api/releases/${name}/pin`, { version: '1.0.0', subject });
      const unpin = await client.post<ErrorBody>(`/api/releases/${name}/unpin`, { subject });
      answers.push([pin, unpin].map(({ status, body }) => [status, body.code, body.message]));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.map(([status, code]) => [status, code])).toEqual([
      [403, 'OPERATORS_ONLY'],
      [403, 'OPERATORS_ONLY'],
    ]);
    const operators = await withToken(null);
    const pin = { version: '1.0.0', subject: { user: user.email } };
    expect((await operators.post(`/api/releases/${name}/pin`, pin)).status).toBe(200);
    const nobody = { version: '1.0.0', subject: { user: 'nobody@nowhere.test' } };
    const { status, body } = await operators.post<ErrorBody>(`/api/releases/${name}/pin`, nobody);
    expect([status, body.code]).toEqual([404, 'NO_SUCH_ACCOUNT']);
  });

  it('learns nobody’s address by pinning, nor from what operators did', async () => {
    const user = await makeAdvertiser(test.db);
    const base = `/api/operator/releases/${name}`;
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    expect((await console_.post(`${base}/activate`, { version: '1.0.0' })).status).toBe(200);
    expect((await console_.post(`${base}/activate`, { version: '1.1.0', at })).status).toBe(200);
    const subject = { user: publicId('user', user.id) };
    const pinned = await team.post(`/api/releases/${name}/pin`, { version: '1.0.0', subject });
    expect(releaseChange.parse(pinned.body).state.pins).toHaveLength(1);
    const answers = [
      pinned,
      await team.get(`/api/releases/${name}`),
      await team.get('/api/releases'),
      await team.get(`/api/releases/${name}/history`),
    ];
    for (const { text } of answers) {
      expect(text).toContain(subject.user);
      expect(text).not.toContain(user.email);
      expect(text).not.toContain(admin.email);
    }
    expect(releaseHistory.parse(answers.at(-1)?.body).events.map(({ by }) => by)).toContain('admin');
    const operators = await withToken(null);
    for (const path of [name, `${name}/history`]) {
      const { text } = await operators.get(`/api/releases/${path}`);
      expect(text).toContain(user.email);
      expect(text).toContain(admin.email);
    }
    expect((await team.post(`/api/releases/${name}/unpin`, { subject })).status).toBe(200);
  });

  it('has releases tried sixty times an hour, by whatever it asks, and keeps nobody else from it', async () => {
    const ask = (client: TestClient, path: string, body: object) =>
      client.post<ErrorBody>(`/api/releases/${name}${path}`, body);
    const operators = await withToken(null);
    for (let checked = 0; checked < 60; checked += 1)
      expect((await ask(operators, '/check', { version: '1.0.0' })).status).toBe(200);
    const tries = [
      ['/check', { version: '1.0.0' }],
      ['/activate', { version: '1.1.0' }],
      ['/canary', { version: '1.1.0', percent: 1 }],
      ['/pin', { version: '1.1.0', subject: { user: admin.email } }],
      ['/activate', { version: '1.1.0', at: new Date(Date.now() + HOUR_MS).toISOString() }],
    ] as const;
    for (const [path, body] of tries) {
      const { status, headers } = await ask(operators, path, body);
      expect([path, status, Number(headers.get('retry-after')) > 0]).toEqual([path, 429, true]);
    }
    // What is known needs no trial.
    expect((await ask(operators, '/activate', { version: '1.0.0' })).status).toBe(200);
    expect((await ask(team, '/activate', { version: '1.1.0' })).status).toBe(200);
  });

  it('is in the history by the label of its token, operators see all remotes by theirs', async () => {
    await team.post(`/api/releases/${name}/activate`, { version: '1.0.0', why: 'Ready' });
    const [last] = (await remotes.activation.history(name, undefined)).events;
    expect(last).toMatchObject({ by: `Of ${name}`, why: 'Ready' });
    const { body } = await (await withToken(null)).get('/api/releases');
    expect(remoteStates.parse(body).remotes).toHaveLength(made);
  });
});

describe('the console', () => {
  const activate = () =>
    console_.post<ErrorBody>(`/api/operator/releases/${name}/activate`, { version: '1.0.0', why: 'Ready' });

  it('is for admins', async () => {
    const advertiser = app.client();
    await advertiser.signIn(await makeAdvertiser(test.db));
    expect((await advertiser.get('/api/operator/releases')).status).toBe(403);
    expect((await app.client().get('/api/operator/releases')).status).toBe(401);
  });

  it('asks for a recent proof of whoever changes something, and of nobody who reads', async () => {
    const tired = await makeAdmin(test.db);
    const client = app.client();
    await client.signIn(tired);
    await enterConsole(client, tired);
    await ageProofs(test.db, tired.id, HOUR_MS);
    const changes = [
      ['/activate', { version: '1.0.0' }],
      ['/canary', { version: '1.0.0', percent: 1 }],
      ['/canary/stop', {}],
      ['/rollback', {}],
      ['/pin', { version: '1.0.0', subject: { user: admin.email } }],
      ['/unpin', { subject: { user: admin.email } }],
      ['/plans/1/cancel', {}],
    ] as const;
    for (const [path, body] of changes) {
      const { status, body: answer } = await client.post<ErrorBody>(
        `/api/operator/releases/${name}${path}`,
        body,
      );
      expect([path, status, answer.code]).toEqual([path, 403, 'REAUTH_REQUIRED']);
    }
    expect((await client.get(`/api/operator/releases/${name}`)).status).toBe(200);
    expect((await client.post(`/api/operator/releases/${name}/check`, { version: '1.0.0' })).status).toBe(
      200,
    );
  });

  it('is in the audit with what was changed and why, and in the history by name', async () => {
    expect((await activate()).status).toBe(200);
    const row = await test.db
      .selectFrom('debug_audit')
      .select(['status', 'detail', 'admin_id'])
      .where('path', 'like', `%/${name}/activate`)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      status: 200,
      admin_id: admin.id,
      detail: { remote: name, change: 'activate', version: '1.0.0', why: 'Ready' },
    });
    const [last] = (await remotes.activation.history(name, undefined)).events;
    expect(last?.by).toBe(admin.email);
    const { changes } = await remotes.activation.exportOf(admin.id);
    expect(changes.at(-1)).toMatchObject({
      remote: name,
      version: '1.0.0',
      event: 'activated',
      why: 'Ready',
    });
  });
});
