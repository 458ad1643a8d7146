import type { ErrorBody } from '@ezdash/contracts';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON body; undefined when it is empty or no JSON. */
  body: Body;
}

export interface Credentials {
  email: string;
  password: string;
}

/** A browser without pages: keeps cookies and sends the CSRF token of its session. */
export interface TestClient {
  request<Body = unknown>(path: string, init?: RequestInit): Promise<Answer<Body>>;
  get<Body = unknown>(path: string): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, body?: unknown): Promise<Answer<Body>>;
  patch<Body = unknown>(path: string, body?: unknown): Promise<Answer<Body>>;
  put<Body = unknown>(path: string, body?: unknown): Promise<Answer<Body>>;
  delete<Body = unknown>(path: string): Promise<Answer<Body>>;
  /** Throws unless it works. */
  signIn(credentials: Credentials): Promise<void>;
  /** Sent with every further request; null takes one away. */
  setHeader(name: string, value: string | null): void;
  cookies: Map<string, string>;
}

/** The token as a page would have it; `GET` of this answers `{ csrf_token }`. */
export const ME_PATH = '/api/auth/me';

export function createTestClient(url: string): TestClient {
  const cookies = new Map<string, string>();
  const headers = new Map<string, string>();
  let token: string | null = null;

  function keepCookies(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      const value = pair.slice(at + 1);
      const expires = attributes.find((each) => /^\s*expires=/i.test(each))?.split('=')[1];
      if (value === '' || (expires && new Date(expires) < new Date())) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  async function request<Body>(path: string, init: RequestInit = {}): Promise<Answer<Body>> {
    const sent = new Headers(init.headers);
    for (const [name, value] of headers) if (!sent.has(name)) sent.set(name, value);
    if (cookies.size > 0)
      sent.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const answer = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers: sent });
    keepCookies(answer);
    const text = await answer.text();
    const body = parse(text) as Body;
    const fresh = (body as { csrf_token?: unknown } | undefined)?.csrf_token;
    if (typeof fresh === 'string') token = fresh;
    return { status: answer.status, headers: answer.headers, text, body };
  }

  async function send<Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> {
    if (token === null) await request(ME_PATH);
    const sent: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest' };
    if (token !== null) sent['X-CSRF-TOKEN'] = token;
    if (body !== undefined) sent['Content-Type'] = 'application/json';
    return request<Body>(path, {
      method,
      headers: sent,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  return {
    cookies,
    request,
    get: (path) => request(path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    put: (path, body) => send('PUT', path, body),
    delete: (path) => send('DELETE', path),
    setHeader: (name, value) => {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    },
    signIn: async ({ email, password }) => {
      const { status, body } = await send<ErrorBody>('POST', '/api/auth/login', { email, password });
      if (status !== 200)
        throw new Error(`Signing in as ${email} was answered with ${status}: ${body?.message}`);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
