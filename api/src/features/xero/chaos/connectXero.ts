import type { DebugSession, XeroAuthAnswer } from '@ezdash/contracts';
import type { MadeUser } from '../../../testing/factories';
import { createTestClient } from '../../../testing/testClient';
import type { XeroSandbox } from '../../../testing/xeroSandbox';
import type { ChaosServer } from './ChaosServer';

/** The whole way of the popup, at a server elsewhere. */
export async function connectXero(world: {
  server: ChaosServer;
  sandbox: XeroSandbox;
  admin: MadeUser;
  appUrl: string;
}): Promise<void> {
  const { server, sandbox, admin, appUrl } = world;
  const client = createTestClient(server.url ?? '');
  const { body: session } = await client.post<DebugSession>('/debug-tool/activate', {
    admin_email: admin.email,
    admin_password: admin.password,
  });
  client.setHeader('X-Debug-Token', session.session_token);
  const { body } = await client.post<XeroAuthAnswer>('/debug-tool/xero/auth');
  const back = await sandbox.authorize(body.auth_url);
  const page = await client.get(back.slice(appUrl.length));
  if (page.status !== 200) throw new Error(`Connecting was answered with ${page.status}: ${page.text}`);
}
