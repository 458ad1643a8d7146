import { Agent, request } from 'node:http';

export interface Answer {
  status: number;
  location: string | undefined;
  text: string;
}

const TIMEOUT_MS = 10_000;
const MOST_SAMPLES = 200_000;

/** Calls over kept connections, with the time that the answers took. */
export class VisitorClient {
  /** Milliseconds of decisions, the first so many of them. */
  readonly decisionMs: number[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(private readonly url: string) {}

  async decide(path: string, headers: Record<string, string>): Promise<Answer> {
    const started = performance.now();
    const answer = await this.ask('GET', path, headers);
    if (this.decisionMs.length < MOST_SAMPLES) this.decisionMs.push(performance.now() - started);
    return answer;
  }

  /** `target`: a path of the ad server or a whole address. Rejects when nobody answers. */
  ask(method: string, target: string, headers: Record<string, string>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.agent, timeout: TIMEOUT_MS };
      const call = request(new URL(target, this.url), options, (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (part: string) => {
          text += part;
        });
        res.on('end', () => resolve({ status: res.statusCode ?? 0, location: res.headers.location, text }));
        res.on('error', reject);
      });
      call.on('timeout', () => call.destroy(new Error('The ad server does not answer')));
      call.on('error', reject);
      call.end();
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
