// npm run xero:sandbox -- [options]: a Xero on this machine, until a signal; docs/xero-sandbox.md.
import { parseArgs } from 'node:util';
import { type Chaos, FAULT_KINDS, startXeroSandbox } from '../api/src/testing/xeroSandbox';

const HELP = `npm run xero:sandbox -- [options]
  --port 4790            where it listens
  --host 127.0.0.1
  --redirect URL         where the app takes answers; may be given several times
                         (http://localhost:8080/xero/auth/callback and the same on 127.0.0.1)
  --client-id ID         local-xero-app
  --client-secret TEXT   made at random
  --webhook-url URL      where changes of invoices are told; without it they are not
  --webhook-key TEXT     made at random
  --chaos KIND=P,…       faults by chance, for example status=0.05,hangAfter=0.02
  --seed 1               of that chance
  --minute 60  --day 5000  --concurrent 5   the limits towards one organisation`;

function giveUp(message: string): never {
  console.error(`${message}\n\n${HELP}`);
  process.exit(1);
}

function read() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '4790' },
        host: { type: 'string', default: '127.0.0.1' },
        redirect: { type: 'string', multiple: true },
        'client-id': { type: 'string' },
        'client-secret': { type: 'string' },
        'webhook-url': { type: 'string' },
        'webhook-key': { type: 'string' },
        chaos: { type: 'string' },
        seed: { type: 'string', default: '1' },
        minute: { type: 'string' },
        day: { type: 'string' },
        concurrent: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
}

function whole(text: string | undefined, name: string, most = 1_000_000): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) giveUp(`--${name} is no number of this kind: ${text}`);
  return value;
}

function address(text: string | undefined, name: string): string | undefined {
  if (text !== undefined && !URL.canParse(text)) giveUp(`--${name} is no address: ${text}`);
  return text;
}

function chaosOf(text: string | undefined, seed: number): Chaos | undefined {
  if (text === undefined) return undefined;
  const probabilities = text.split(',').map((part) => {
    const [name, chance] = part.split('=');
    const kind = FAULT_KINDS.find((each) => each === name);
    const value = Number(chance);
    if (kind === undefined || !(value >= 0 && value <= 1))
      return giveUp(`--chaos wants KIND=0.05 of ${FAULT_KINDS.join(', ')}: ${part}`);
    return [kind, value] as const;
  });
  return { seed, probabilities: Object.fromEntries(probabilities), on: 'everything' };
}

const asked = read();
if (asked.help) {
  console.log(HELP);
  process.exit(0);
}
const limits = Object.entries({
  minute: whole(asked.minute, 'minute'),
  day: whole(asked.day, 'day'),
  concurrent: whole(asked.concurrent, 'concurrent'),
}).filter(([, value]) => value !== undefined);
const redirectUris = asked.redirect?.map((each) => address(each, 'redirect') ?? each);
const chaos = chaosOf(asked.chaos, whole(asked.seed, 'seed', 2 ** 32 - 1) ?? 1);
const webhookUrl = address(asked['webhook-url'], 'webhook-url');

const sandbox = await startXeroSandbox({
  port: whole(asked.port, 'port', 65_535) ?? 4_790,
  host: asked.host,
  limits: Object.fromEntries(limits),
  ...(redirectUris && { redirectUris }),
  ...(asked['client-id'] !== undefined && { clientId: asked['client-id'] }),
  ...(asked['client-secret'] !== undefined && { clientSecret: asked['client-secret'] }),
  ...(asked['webhook-key'] !== undefined && { webhookKey: asked['webhook-key'] }),
  ...(webhookUrl !== undefined && { webhookUrl }),
  ...(chaos && { chaos }),
}).catch((error: NodeJS.ErrnoException) =>
  giveUp(
    error.code === 'EADDRINUSE' ? `Port ${asked.port} is in use; choose another with --port` : error.message,
  ),
);

console.log(
  `Local Xero at ${sandbox.url}, with ${sandbox.organisations.map(({ name }) => name).join(' and ')}`,
);
console.log(`Answers go to ${sandbox.redirectUris.join(' or ')}`);
console.log(webhookUrl === undefined ? 'Webhooks are sent on demand alone' : `Webhooks go to ${webhookUrl}`);
console.log('\nStart the application with');
for (const [name, value] of Object.entries(sandbox.environment)) console.log(`  ${name}=${value}`);
console.log(
  `\nWhat was: ${sandbox.url}/__sandbox/state, ${sandbox.url}/__sandbox/exchanges. Ctrl+C ends it.`,
);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    const { total, invalid } = sandbox.state().exchanges;
    console.log(`${total} exchanges, ${invalid} of them against Xero’s description`);
    void sandbox.close();
  });
}
