import type { DebugSession } from '@ezdash/contracts';
import { type MadeUser, makeAdmin, makeAdvertiser, type TestClient } from '../../testing';
import { startWholeApp, type WholeApp } from '../../testing/startWholeApp';
import { startXeroSandbox, type XeroSandbox } from '../../testing/xeroSandbox';

export interface SpecificationWorld {
  app: WholeApp;
  xero: XeroSandbox;
  admin: MadeUser;
  person: MadeUser;
  /** A browser in which `person` is signed in to the pages, and `admin` to the debug tool. */
  client: TestClient;
  /** Signs an admin in to the debug tool in one more browser; one of its own, since a third session ends the oldest. */
  enter(who: TestClient, by?: MadeUser): Promise<DebugSession>;
  /** The answer to a GET, which must be a yes. */
  read(path: string): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** The whole server before a local Xero, with an advertiser and an admin who debugs. */
export async function openSpecification(): Promise<SpecificationWorld> {
  const xero = await startXeroSandbox();
  const app = await startWholeApp(xero.environment);
  const admin = await makeAdmin(app.test.db, { first_name: 'Mara', last_name: 'Okafor' });
  const names = { first_name: 'Ines', last_name: 'Halden', phone_number: '+49 30 1234' };
  const person = await makeAdvertiser(app.test.db, names);
  const client = app.client();

  async function enter(who: TestClient, by?: MadeUser): Promise<DebugSession> {
    const { email, password } = by ?? (await makeAdmin(app.test.db));
    const credentials = { admin_email: email, admin_password: password };
    const { status, text, body } = await who.post<DebugSession>('/debug-tool/activate', credentials);
    if (status !== 200) throw new Error(`The debug tool answered ${status}: ${text}`);
    who.setHeader('X-Debug-Token', body.session_token);
    return body;
  }
  const close = async () => {
    await app.close();
    await xero.close();
  };
  try {
    await client.signIn(person);
    await enter(client, admin);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    app,
    xero,
    admin,
    person,
    client,
    enter,
    read: async (path) => {
      const { status, text, body } = await client.get<Record<string, unknown>>(path);
      if (status !== 200) throw new Error(`GET ${path} was answered with ${status}: ${text}`);
      return body;
    },
    close,
  };
}

export const namesOf = (value: unknown): string[] => Object.keys(Object(value)).sort();
export const sorted = (names: readonly string[]): string[] => [...names].sort();
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
