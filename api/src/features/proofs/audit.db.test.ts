import type { VerifyEmailAnswer } from '@ezdash/contracts';
import { TERMS_VERSION } from '@ezdash/contracts/constants';
import { createAuditLog, makeAdvertiser } from '../../testing';
import { openProofs, type ProofsWorld } from './testProofs';

const NEW_PASSWORDS = ['a wholly new password', 'another new password'];
const { log, eventsOf, text } = createAuditLog();
let world: ProofsWorld;
beforeAll(async () => {
  world = await openProofs({ log });
});
afterAll(() => world.close());

it('names each step with its account, and no secret', async () => {
  const user = await makeAdvertiser(world.test.db, { verified: false });
  const [first = '', second = ''] = NEW_PASSWORDS;
  const client = world.app.client();
  await client.signIn(user);
  await client.post('/api/auth/verify-email/resend');
  const verifyToken = await world.newestToken(user.email);
  await client.post('/api/auth/verify-email', { token: verifyToken });
  await client.post('/api/settings/set-password', { password: user.password });
  await client.post('/api/auth/confirm-password', { password: user.password });
  await client.put('/api/settings/password', { current_password: user.password, password: first });
  await client.delete('/api/settings/sessions');
  await client.post('/api/auth/forgot-password', { email: user.email });
  await world.settled();
  const resetToken = await world.newestToken(user.email);
  await client.post('/api/auth/reset-password', { token: resetToken, password: second });
  expect(eventsOf(user.id)).toEqual([
    'auth.signed_in',
    'auth.email_verified',
    'auth.password_set',
    'auth.password_confirmed',
    'auth.password_changed',
    'auth.sessions_ended',
    'auth.reset_requested',
    'auth.password_reset',
  ]);
  const all = text();
  for (const secret of [user.password, first, second, verifyToken, resetToken, user.email])
    expect(all).not.toContain(secret);
});

it('names each step of a registration, and no secret', async () => {
  const email = 'audited@example.test';
  const client = world.app.client();
  const input = {
    email,
    password: 'the phrase of somebody new',
    role: 'publisher',
    company_name: 'Audited Ltd',
    country: 'DE',
    terms_version: TERMS_VERSION,
  };
  await client.post('/api/auth/register', input);
  await world.settled();
  const token = await world.newestToken(email);
  const cookie = client.cookies.get('ez.reg') ?? 'a cookie';
  const { body } = await client.post<VerifyEmailAnswer>('/api/auth/verify-email', { token });
  const userId = body.session?.user?.id ?? 0;
  await world.app.client().post('/api/auth/register', input);
  await world.settled();
  expect(eventsOf(userId)).toEqual(['auth.registered', 'auth.signed_in', 'auth.registered_again']);
  const all = text();
  expect(all).toContain('auth.registration_mailed');
  for (const secret of [email, input.password, input.company_name, token, cookie])
    expect(all).not.toContain(secret);
});
