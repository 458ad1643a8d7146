import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Engine } from '../../../api/src/features/serving/hot/engine';
import { createFastPath } from '../../../api/src/features/serving/hot/fastPath';
import { openGeo } from '../../../api/src/features/serving/hot/geo';
import { buildSnapshot } from '../../../api/src/features/serving/hot/index/buildSnapshot';
import { Journal } from '../../../api/src/features/serving/hot/journal/Journal';
import { createTokenSigner } from '../../../api/src/features/serving/hot/token';
import { createUserAgents } from '../../../api/src/features/serving/hot/userAgent';
import { createRandomPool, cryptoRandom } from '../../../api/src/features/serving/hot/uuidV7';
import { syntheticInput } from './syntheticInput';

const mode = process.argv[2];
const real = await Journal.open({ dir: '/tmp/mb/v' + process.pid, log: { info() {}, error: console.error } });
const stub = { healthy: true, append() {}, appendAsync() {} } as never;
const signer = createTokenSigner([{ id: 1, secret: randomBytes(32) }], createRandomPool(cryptoRandom));
const engine = new Engine({ signer, journal: mode === 'nojournal' ? stub : real, now: Date.now });
const { input, budgets } = syntheticInput(mode === 'bare' ? 10 : 10000);
engine.budgets.tick(Date.now());
engine.swap(buildSnapshot(input));
engine.budgets.load(budgets, Date.now());
if (mode === 'fixedanswer') {
  const a = engine.answer({
    zones: ['z_zzz'],
    visitor: { country: 1, device: 1, bot: false, prefetch: false },
    exclude: [],
    test: false,
  });
  engine.answer = () => a;
}
const T: Record<string, number[]> = {};
function timed(o: any, k: string, name = k) { const f = o[k]; T[name] = []; o[k] = function (...a: any[]) { const t = performance.now(); const r = f.apply(this, a); if (T[name].length < 40000) T[name].push((performance.now() - t) * 1000); return r; }; }
if (mode === 'timed') { timed(engine, 'answer'); timed(signer, 'sign'); timed(signer, 'begin'); timed(real, 'appendAsync'); timed(engine.budgets, 'reserve'); timed(engine.budgets, 'tick'); setTimeout(() => { for (const k in T) T[k].length = 0; }, 8000); setTimeout(() => { for (const k in T) { const a = T[k].sort((x, y) => x - y); console.log(k, a.length, 'p10', a[a.length * .1 | 0]?.toFixed(2), 'p50', a[a.length >> 1]?.toFixed(2), 'p90', a[a.length * .9 | 0]?.toFixed(2), 'mean', (a.reduce((x, y) => x + y, 0) / a.length).toFixed(2)); } }, 14000); }
const handle = createFastPath({
  engine,
  geo: mode === 'nogeo' ? () => 82 : await openGeo(),
  userAgents: createUserAgents(),
  trusted: () => true,
  creativeFiles() {},
  tagFile() {},
  ready: () => true,
});
const body = 'x'.repeat(843);
let requests = 0;
const fake = { writeHead() {}, end() {} } as never;
createServer((q, r) => {
  requests++;
  if (mode === 'bare') {
    void q.headers['user-agent'];
    r.writeHead(200, {
      'content-type': 'a',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'content-length': 843,
    });
    r.end(body);
  } else if (mode === 'staticbody') {
    handle(q, fake);
    r.writeHead(200, {
      'content-type': 'a',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'content-length': 843,
    });
    r.end(body);
  } else handle(q, r);
}).listen(0, '127.0.0.1', function () {
  process.send!({ port: this.address().port });
});
let m: any;
process.on('message', (x: any) => {
  if (x.say === 'mark') m = { r: requests, c: process.cpuUsage() };
  else if (x.say === 'report') {
    const c = process.cpuUsage(m.c);
    process.send!({ requests: requests - m.r, user: c.user, sys: c.system });
  }
});
