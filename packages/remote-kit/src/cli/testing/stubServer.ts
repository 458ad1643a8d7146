import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GateVerdict, ReleaseInfo, RemoteState } from '@ezdash/contracts';
import type { Output } from '../runCommand';

export interface Heard {
  method: string;
  /** With the query. */
  path: string;
  authorization: string | undefined;
  type: string | undefined;
  body: Buffer;
}

export interface StubAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a text as it is. */
  body: unknown;
}

export interface StubServer {
  url: string;
  heard: Heard[];
  close: () => Promise<void>;
}

/** A server on this machine that answers calls by `answer`, and remembers them. */
export async function stubServer(
  answer: (call: Heard, count: number) => StubAnswer | Promise<StubAnswer>,
): Promise<StubServer> {
  const heard: Heard[] = [];
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(Buffer.from(chunk));
    const { authorization, 'content-type': type } = req.headers;
    const call = {
      method: req.method ?? '',
      path: req.url ?? '',
      authorization,
      type,
      body: Buffer.concat(chunks),
    };
    heard.push(call);
    const { status = 200, headers = {}, body } = await answer(call, heard.length);
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Keeps what a command says. */
export function listen(): Output & { printed: string[]; noted: string[] } {
  const printed: string[] = [];
  const noted: string[] = [];
  return {
    printed,
    noted,
    print: (line) => void printed.push(...line.split('\n')),
    note: (line) => void noted.push(...line.split('\n')),
  };
}

const NOW = '2026-11-22T18:05:00.000Z';

export const passed: GateVerdict = {
  passed: true,
  checks: [{ check: 'integrity', outcome: 'passed', detail: '12 files' }],
  shell_build: '0123456789ab',
  checked_at: NOW,
};

export const refused: GateVerdict = {
  ...passed,
  passed: false,
  checks: [
    { check: 'integrity', outcome: 'passed', detail: '12 files' },
    { check: 'shared', outcome: 'failed', detail: 'needs react ^20.0.0, the shell has 19.3.1' },
    { check: 'render', outcome: 'failed', detail: 'App threw: no' },
  ],
};

export const state = (change: Partial<RemoteState> = {}): RemoteState => ({
  remote: 'mf-weather',
  active: { version: '1.4.0', since: NOW },
  previous: '1.3.0',
  canary: null,
  pins: [],
  planned: [],
  built: null,
  ...change,
});

export const info = (change: Partial<ReleaseInfo> = {}): ReleaseInfo => ({
  remote: 'mf-weather',
  version: '1.4.0',
  published_at: NOW,
  publisher: 'Weather team',
  commit: 'a'.repeat(40),
  contract_version: 3,
  plugin_version: '2.9.2',
  shared: { react: '^19.3.1' },
  byte_count: 12_000,
  brotli_byte_count: 4_200,
  has_types: false,
  was_active: true,
  verdict: passed,
  trouble: { failures: 1, page_loads: 2_000 },
  ...change,
});

export const refusal = (status: number, code: string, more: object = {}): StubAnswer => ({
  status,
  body: { message: `It is ${code}`, code, requestId: 'req_test', ...more },
});
