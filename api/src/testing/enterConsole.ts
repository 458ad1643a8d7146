import type { DebugSession, ErrorBody } from '@ezdash/contracts';
import type { Credentials, TestClient } from './testClient';

/** Begins a debug session in the client, both halves of it: what it calls of the console from now on is let in. Throws unless it works. */
export async function enterConsole(client: TestClient, { email, password }: Credentials): Promise<void> {
  const { status, body } = await client.post<DebugSession & ErrorBody>('/debug-tool/activate', {
    admin_email: email,
    admin_password: password,
  });
  if (status !== 200)
    throw new Error(`Entering the console as ${email} was answered with ${status}: ${body?.message}`);
  client.setHeader('X-Debug-Token', body.session_token);
}
