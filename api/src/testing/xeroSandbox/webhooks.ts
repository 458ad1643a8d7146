import { createHmac, randomBytes } from 'node:crypto';
import { webhooksDescription } from './description';
import type { SandboxClock } from './sandboxClock';

/** As Xero says: no answer within 5 s is no answer. */
const TIMEOUT_MS = 5_000;
const TENANT_TYPE = 'ORGANISATION';

export interface InvoiceEvent {
  tenantId: string;
  invoiceId: string;
  type: 'CREATE' | 'UPDATE';
}

export interface WebhookDelivery {
  /** To the letter: the signature is over these bytes. */
  body: string;
  signature: string;
  /** Null: nothing was answered. */
  status: number | null;
  /** What of the answer is not as Xero wants it: 200, empty, without cookies. */
  problems: readonly string[];
}

export interface Webhooks {
  readonly key: string;
  /** In their order, every attempt. */
  readonly deliveries: readonly WebhookDelivery[];
  sign(body: string): string;
  /** One call with these events, `times` over with the same bytes; `signature` in place of the right one. */
  send(
    events: readonly InvoiceEvent[],
    options?: { times?: number; signature?: string; url?: string },
  ): Promise<WebhookDelivery[]>;
  /** Xero's check of a new address: right signatures must be answered with 200, wrong ones with 401. */
  intentToReceive(url?: string): Promise<{ isPassed: boolean; deliveries: WebhookDelivery[] }>;
  /** By themselves, to the address of the options, again when they are not taken. */
  queue(event: InvoiceEvent): void;
  /** Until nothing is on its way or waits to be sent again. */
  idle(): Promise<void>;
  clear(): void;
  close(): void;
}

export function webhooks(options: {
  url: string | undefined;
  key: string;
  retryMs: readonly number[];
  clock: SandboxClock;
  /** Of the sandbox, for the addresses in the events. */
  apiUrl: () => string;
}): Webhooks {
  const { url: ownUrl, key, retryMs, clock, apiUrl } = options;
  const deliveries: WebhookDelivery[] = [];
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let sequence = 0;

  const sign = (body: string) => createHmac('sha256', key).update(body).digest('base64');
  const entropy = () => randomBytes(15).toString('base64url').toUpperCase();

  function bodyOf(events: readonly InvoiceEvent[]): string {
    const firstEventSequence = sequence + 1;
    sequence += events.length;
    const payload = {
      events: events.map(({ tenantId, invoiceId, type }) => ({
        resourceUrl: `${apiUrl()}/Invoices/${invoiceId}`,
        resourceId: invoiceId,
        tenantId,
        tenantType: TENANT_TYPE,
        eventCategory: 'INVOICE',
        eventType: type,
        eventDateUtc: clock.now().toISOString().slice(0, -1),
      })),
      firstEventSequence,
      lastEventSequence: sequence,
      entropy: entropy(),
    };
    const errors = webhooksDescription.check('WebhookEvent', payload);
    if (errors.length > 0) throw new Error(`The event is against Xero’s description: ${errors.join('; ')}`);
    return JSON.stringify(payload);
  }

  async function post(url: string, body: string, signature: string): Promise<WebhookDelivery> {
    let delivery: WebhookDelivery = { body, signature, status: null, problems: ['no answer'] };
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-xero-signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), closing.signal]),
      });
      const text = await answer.text();
      const problems = [
        ...(text === '' ? [] : ['the answer has a body']),
        ...(answer.headers.has('set-cookie') ? ['the answer sets a cookie'] : []),
      ];
      delivery = { body, signature, status: answer.status, problems };
    } catch {
      // Recorded as it stands above.
    }
    deliveries.push(delivery);
    return delivery;
  }

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, ms);
      closing.signal.addEventListener('abort', done, { once: true });
    });

  async function deliver(url: string, body: string): Promise<void> {
    for (const pauseMs of [0, ...retryMs]) {
      if (pauseMs > 0) await wait(pauseMs);
      if (closing.signal.aborted) return;
      const { status } = await post(url, body, sign(body));
      if (status === 200) return;
    }
  }

  function addressOf(url: string | undefined): string {
    const address = url ?? ownUrl;
    if (address === undefined) throw new Error('No address for webhooks was given');
    return address;
  }

  return {
    key,
    deliveries,
    sign,
    send: async (events, { times = 1, signature, url } = {}) => {
      const body = bodyOf(events);
      const address = addressOf(url);
      const results: WebhookDelivery[] = [];
      for (let at = 0; at < times; at += 1) results.push(await post(address, body, signature ?? sign(body)));
      return results;
    },
    intentToReceive: async (url) => {
      const address = addressOf(url);
      const results: { delivery: WebhookDelivery; wanted: number }[] = [];
      for (const isRight of [true, false, true, false]) {
        // Its sequences are 0, as Xero's guide shows, though the description starts at 1.
        const body = JSON.stringify({
          events: [],
          lastEventSequence: 0,
          firstEventSequence: 0,
          entropy: entropy(),
        });
        const signature = isRight
          ? sign(body)
          : createHmac('sha256', `${key}-other`).update(body).digest('base64');
        results.push({ delivery: await post(address, body, signature), wanted: isRight ? 200 : 401 });
      }
      const isPassed = results.every(
        ({ delivery, wanted }) => delivery.status === wanted && delivery.problems.length === 0,
      );
      return { isPassed, deliveries: results.map(({ delivery }) => delivery) };
    },
    queue: (event) => {
      if (ownUrl === undefined) return;
      const sending = deliver(ownUrl, bodyOf([event]));
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    clear: () => {
      deliveries.length = 0;
    },
    close: () => closing.abort(),
  };
}
