import { Agent, type IncomingMessage, request } from 'node:http';

/** For tests and measurements: a browser that keeps its cookies, as far as it takes one to be known again. */
export interface Visitor {
  cookies: Map<string, string>;
  /** Its own, in front of every proxy: what is limited by address is limited for each of them. */
  address: string;
}

export interface Crowd {
  visitors: readonly Visitor[];
  /**
   * Asks for what each of them is given of a remote, in order.
   * @throws for an answer that is none
   */
  ask(url: string, remote: string): Promise<string[]>;
  close(): void;
}

/** Calls on their way at once. */
const AT_ONCE = 24;
const CALL_TIMEOUT_MS = 30_000;

const versionOf = (body: string, remote: string): string => {
  const found: unknown = JSON.parse(body)[remote]?.version;
  if (typeof found !== 'string') throw new Error(`The registry has no ${remote}`);
  return found;
};

function keepCookies(cookies: Map<string, string>, lines: readonly string[] = []): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  return text;
}

async function askOne(agent: Agent, { cookies, address }: Visitor, url: string, remote: string) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { 'X-Forwarded-For': address, ...(cookie !== '' && { cookie }) };
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const call = request(`${url}/remotes/registry.json`, { agent, headers, signal });
  call.end();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once('response', resolve);
    call.once('error', reject);
  });
  keepCookies(cookies, answer.headers['set-cookie']);
  const text = await readText(answer);
  if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}: ${text}`);
  return versionOf(text, remote);
}

/** Everybody asks by the same few connections. */
export function gatherCrowd(size: number): Crowd {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const visitors = Array.from({ length: size }, (_, index) => ({
    cookies: new Map<string, string>(),
    address: `198.18.${index >> 8}.${index & 255}`,
  }));
  return {
    visitors,
    async ask(url, remote) {
      const given: string[] = [];
      const left = visitors.entries();
      const ask = async () => {
        for (const [index, visitor] of left) given[index] = await askOne(agent, visitor, url, remote);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      return given;
    },
    close: () => agent.destroy(),
  };
}

/**
 * How many of `size` visitors, each with this chance, there are but for once in so many times: both ends are those of the
 * binomial distribution.
 */
export function expectedCount(size: number, chance: number, onceIn: number): { least: number; most: number } {
  const mostDoubt = 1 / (2 * onceIn);
  /** ln of the probability of each count. */
  const logs = [size * Math.log1p(-chance)];
  for (let count = 1; count <= size; count += 1)
    logs.push(
      (logs[count - 1] ?? 0) + Math.log((size - count + 1) / count) + Math.log(chance) - Math.log1p(-chance),
    );
  const tailEnd = (counts: number[]): number => {
    let below = 0;
    return (
      counts.find((count) => {
        below += Math.exp(logs[count] ?? 0);
        return below > mostDoubt;
      }) ?? 0
    );
  };
  const counts = logs.map((_, count) => count);
  return { least: tailEnd(counts), most: tailEnd(counts.toReversed()) };
}
