/** One call as it was made. */
export interface Call {
  method: string;
  /** Path without the query. */
  path: string;
  query: Record<string, string>;
  /** Parts of the path that the route names: `/api/campaigns/:id` → `{ id }`. */
  params: Record<string, string>;
  /** By their names in small letters. */
  headers: Record<string, string>;
  /** The body as JSON; undefined without one. */
  body: unknown;
}

/** JSON to answer with, an answer made by `reply`, or a function of the call that gives either. */
export type StubAnswer = unknown | ((call: Call) => unknown);
/** `'GET /api/campaigns/:id'` → answer. */
export type StubRoutes = Record<string, StubAnswer>;

class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** An answer with a status or headers of its own: a refusal, an empty one. A status of 0 is a network that fails. */
export function reply(status: number, body: unknown = {}, headers?: Record<string, string>): unknown {
  return new Reply(status, body, headers);
}

function match(pattern: string, method: string, path: string): Record<string, string> | null {
  const [wantedMethod, wantedPath = ''] = pattern.split(' ');
  const wanted = wantedPath.split('/');
  const parts = path.split('/');
  if (wantedMethod !== method || wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const found = parts[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(found);
    else if (part !== found) return null;
  }
  return params;
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toResponse(answer: unknown): Response {
  const { status, body, headers } = answer instanceof Reply ? answer : new Reply(200, answer);
  if (status === 0) throw new TypeError('Failed to fetch');
  if (status === 204) return new Response(null, { status });
  return Response.json(body, { status, headers: { 'X-Request-Id': 'req_test', ...headers } });
}

/** Puts a server of fixed answers in the place of `fetch`. */
export function stubFetch(initial: StubRoutes): { calls: Call[]; answer: (routes: StubRoutes) => void } {
  const routes = { ...initial };
  const calls: Call[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    for (const [pattern, answer] of Object.entries(routes)) {
      const params = match(pattern, request.method, pathname);
      if (!params) continue;
      const query = Object.fromEntries(searchParams);
      const headers = Object.fromEntries(request.headers);
      const body = await bodyOf(request);
      const call = { method: request.method, path: pathname, query, params, headers, body };
      calls.push(call);
      return toResponse(typeof answer === 'function' ? await answer(call) : answer);
    }
    console.warn(`No answer for ${request.method} ${pathname} in this test`);
    return toResponse(reply(404, { message: 'Not found', code: 'NOT_FOUND', requestId: 'req_test' }));
  };
  return { calls, answer: (more) => Object.assign(routes, more) };
}
