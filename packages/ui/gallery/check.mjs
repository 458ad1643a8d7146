// Pictures of every screen, axe-core, sideways scroll and small targets: node packages/ui/gallery/check.mjs <folder for pictures> [screen,…] [light-1440,dark-390,…]
// The gallery must be built (see rspack.config.mjs). Exits 1 when something is wrong.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { chromium } from '@playwright/test';

const [folder = 'shots', only, variants = 'light-1440,dark-1440,light-390,dark-390'] = process.argv.slice(2);
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const dist = path.join(import.meta.dirname, 'dist');
const screens = {
  dashboard: '',
  table: '',
  parts: '',
  forms: '',
  states: '',
  auth: '',
  site: '',
  'table@confirm': 'open=confirm',
  'table@toast': 'open=toast',
  'parts@drawer': 'open=drawer',
  'dashboard@palette': 'open=palette',
  'dashboard@de': 'locale=de',
  'table@rtl': 'dir=rtl',
  'dashboard@rtl': 'dir=rtl',
  'table@compact': 'density=compact',
};
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const LEAST_TARGET = 39.5;

const server = http.createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const file = path.join(dist, pathname === '/' ? 'index.html' : path.basename(pathname));
  try {
    const body = await readFile(file);
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
    response.end(body);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});
await new Promise((ready) => server.listen(0, ready));
const base = `http://localhost:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
let wrong = 0;
const complain = (...words) => {
  wrong += 1;
  console.log(...words);
};

function smallTargets(least) {
  const elements = [...document.querySelectorAll('a, button, input, select, [role=tab]')];
  return elements
    .filter((element) => {
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      if (!box.width || !box.height || style.visibility === 'hidden' || style.display === 'inline')
        return false;
      if (
        getComputedStyle(element, '::after').position === 'absolute' ||
        element.closest('label, .ez-choice')
      )
        return false;
      return box.height > 2 && box.height < least && element.type !== 'checkbox' && element.type !== 'radio';
    })
    .map(
      (element) =>
        `${element.className || element.tagName} ${Math.round(element.getBoundingClientRect().height)}`,
    );
}

async function look(name, query, variant) {
  const [scheme, width] = variant.split('-');
  const phone = Number(width) < 500;
  const context = await browser.newContext({
    viewport: { width: Number(width), height: phone ? 844 : 900 },
    deviceScaleFactor: phone ? 2 : 1,
    hasTouch: phone,
    isMobile: phone,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => complain('ERROR', name, error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complain('CONSOLE', name, message.text());
  });
  await page.goto(`${base}?scheme=${scheme}&${query}#${name.split('@')[0]}`);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  const full = !/@(confirm|palette|drawer|toast)/.test(name);
  await page.screenshot({
    path: path.join(folder, `${name.replace('@', '-')}-${variant}.png`),
    fullPage: full,
  });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (sideways > 0) complain('SIDEWAYS', name, variant, sideways);
  await page.evaluate(axe);
  const violations = await page.evaluate(
    async (runOnly) => (await window.axe.run(document, { runOnly })).violations,
    rules,
  );
  for (const { id, nodes } of violations) {
    complain(
      'AXE',
      name,
      variant,
      id,
      nodes.slice(0, 3).map((node) => `${node.target} :: ${node.any[0]?.message ?? node.failureSummary}`),
    );
  }
  if (phone) {
    const small = await page.evaluate(smallTargets, LEAST_TARGET);
    if (small.length > 0) complain('SMALL', name, variant, [...new Set(small)].join(' | '));
  }
  await context.close();
}

const wanted = Object.entries(screens).filter(
  ([name]) => !only || only === 'all' || only.split(',').includes(name),
);
for (const [name, query] of wanted) {
  for (const variant of variants.split(',')) await look(name, query, variant);
}
console.log(`${wanted.length} screens looked at, ${wrong} complaints`);
await browser.close();
server.close();
process.exitCode = wrong > 0 ? 1 : 0;
