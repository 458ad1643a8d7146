import type { ErrorBody } from '@ezdash/contracts';
import fc from 'fast-check';
import { verify } from '../../features/ledger';
import { type FoundRoute, routesOf } from '../routesOf';
import { startWholeApp, type WholeApp } from '../startWholeApp';
import { makeVisitors, type Visitors, WHO } from '../tenancy/visitors';
import { type Attempt, attemptAt } from './attempts';

/** The long form, other calls each time: FUZZ_REQUESTS=10000 npx jest api/src/testing/fuzz. The suite's are the same for everybody. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_500);
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.FUZZ_REQUESTS ? Date.now() % 2 ** 31 : 20_261_121));
const AT_ONCE = 4;

jest.setTimeout(60_000 + REQUESTS * 60);

let app: WholeApp;
let visitors: Visitors;
let routes: FoundRoute[];
beforeAll(async () => {
  app = await startWholeApp();
  visitors = await makeVisitors(app);
  // Everybody signed out tests nothing more.
  routes = routesOf(app.mounts).filter(({ name }) => name !== 'POST /api/auth/logout');
});
afterAll(() => app.close());

/** One attempt after the other at every route, by everybody, from an address of its own each, so that no limit helps. */
function makeAttempts(): Attempt[] {
  const perRoute = Math.ceil(REQUESTS / routes.length);
  const lists = routes.map((route, index) =>
    fc.sample(attemptAt(route), { numRuns: perRoute, seed: SEED + index }),
  );
  return Array.from({ length: perRoute }, (_, run) => lists.flatMap((list) => list[run] ?? []))
    .flat()
    .slice(0, REQUESTS);
}

const STACK = /\bat .+:\d+:\d+\)?|node_modules|SELECT .+ FROM/;

async function send({ route, who, path, type, body }: Attempt, number: number): Promise<string | null> {
  const name = WHO[who % WHO.length] ?? 'guest';
  const client = visitors.client(name);
  // Behind an intermediary a developers' door is closed.
  visitors.moveTo(name, route.developers ? 'here' : null);
  const { body: me } = await client.get<{ csrf_token: string }>('/api/auth/me');
  const hasBody = route.method !== 'GET' && body !== null;
  const answer = await client.request<ErrorBody>(path, {
    method: route.method,
    headers: {
      'X-CSRF-TOKEN': me.csrf_token,
      ...(!route.developers && {
        'X-Forwarded-For': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      }),
      ...(hasBody && { 'Content-Type': type }),
    },
    ...(hasBody && { body }),
  });
  const wrong = [
    ...(answer.status >= 500 ? ['a failure'] : []),
    ...(answer.status >= 400 && path.startsWith('/api/') && typeof answer.body?.message !== 'string'
      ? ['no message']
      : []),
    ...(answer.status === 422 && answer.body?.errors && Object.keys(answer.body.errors).length === 0
      ? ['no field named']
      : []),
    ...(answer.status >= 400 && STACK.test(answer.text) ? ['what is inside is told'] : []),
  ];
  if (wrong.length === 0) return null;
  return `${wrong.join(', ')}: ${answer.status} ${route.method} ${path} by ${WHO[who % WHO.length]}: ${String(body).slice(0, 300)} → ${answer.text.slice(0, 200)}`;
}

it(`answers ${REQUESTS} calls of every kind without a failure (FUZZ_SEED=${SEED})`, async () => {
  const attempts = makeAttempts();
  expect(attempts.length).toBe(REQUESTS);
  const wrong: string[] = [];
  let at = 0;
  const work = async () => {
    while (at < attempts.length) {
      const number = at++;
      const attempt = attempts[number];
      const told = attempt && (await send(attempt, number));
      if (told) wrong.push(told);
      if (number % 100 === 99) await visitors.refresh(WHO[((number / 100) % WHO.length) | 0] ?? 'guest');
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(wrong).toEqual([]);
});

it('leaves the books right and the doors open', async () => {
  const { ok, differences } = await verify(app.test.db);
  expect([ok, differences]).toEqual([true, []]);
  for (const who of WHO) await visitors.refresh(who);
  expect((await app.client().get('/readyz')).status).toBe(200);
});
