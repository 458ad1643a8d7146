import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';

/** What the bank knows of a payment, whatever becomes of the server that asked for it. */
export interface BankCheckout {
  id: string;
  paymentId: string;
  chargedMicros: bigint;
  state: 'open' | 'paid' | 'cancelled';
}

export interface Bank {
  url: string;
  checkouts: ReadonlyMap<string, BankCheckout>;
  pay(id: string): void;
  close(): Promise<void>;
}

/** Calls that are cut before they are worked on, or after it. */
const CUT = 0.04;

interface Order {
  key: string;
  paymentId: string;
  chargedMicros: string;
}

/**
 * A gateway outside of the server that is killed, and the one address where Xero's webhooks go: the server has another port
 * after each start.
 *
 * @param serverUrl null while there is no server
 */
export async function startBank(random: () => number, serverUrl: () => string | null): Promise<Bank> {
  const checkouts = new Map<string, BankCheckout>();
  const byKey = new Map<string, BankCheckout>();

  function open({ key, paymentId, chargedMicros }: Order): BankCheckout {
    const known = byKey.get(key);
    if (known) return known;
    const made: BankCheckout = {
      id: randomUUID(),
      paymentId,
      chargedMicros: BigInt(chargedMicros),
      state: 'open',
    };
    byKey.set(key, made);
    checkouts.set(made.id, made);
    return made;
  }

  async function work(req: IncomingMessage): Promise<BankCheckout | undefined> {
    const [, , id = '', action] = (req.url ?? '').split('/');
    if (req.method === 'POST' && id === '') return open((await json(req)) as Order);
    const found = checkouts.get(id);
    if (found?.state === 'open' && action === 'cancel') found.state = 'cancelled';
    return found;
  }

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = serverUrl();
    if (url === null) throw new Error('There is no server');
    const signature = req.headers['x-xero-signature'];
    const body = await buffer(req);
    const answer = await fetch(`${url}/webhooks/xero`, {
      method: 'POST',
      headers: typeof signature === 'string' ? { 'x-xero-signature': signature } : {},
      body: new Uint8Array(body),
    });
    res.writeHead(answer.status).end();
  }

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url === '/xero') return pass(req, res);
    const draw = random();
    if (draw < CUT) return void req.socket.resetAndDestroy();
    const found = await work(req);
    if (draw < 2 * CUT) return void req.socket.resetAndDestroy();
    const shown = found && { ...found, chargedMicros: String(found.chargedMicros) };
    res.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown ?? {}));
  }

  const server = createServer((req, res) => {
    serve(req, res).catch(() => res.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    checkouts,
    pay: (id) => {
      const found = checkouts.get(id);
      if (found?.state === 'open') found.state = 'paid';
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
