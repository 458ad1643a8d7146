import { BROWSERS, react, seededRandom } from './visitsModel';
import { drawLateness, drawMishaps, drawViewer, type EventSource } from './visitsTrouble';

const DRAWS = 40_000;
const BROWSER = { view: 1, click: 1 };

test('two to four of a hundred events are nobody’s, of every kind', () => {
  const random = seededRandom(3);
  const counts: Record<EventSource, number> = { person: 0, robot: 0, prefetch: 0, repeat: 0, late: 0 };
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const reaction = react('cr_1', BROWSER, random);
    const events = [reaction.impressionMs, reaction.viewMs, reaction.clickMs].filter((time) => time !== null);
    counts[drawLateness(random) > 0 ? 'late' : 'person'] += events.length;
    for (const { source } of drawMishaps(reaction, random)) counts[source] += 1;
  }
  const { person, ...invalid } = counts;
  const others = Object.values(invalid);
  for (const count of others) expect(count).toBeGreaterThan(0.002 * person);
  const sum = others.reduce((total, count) => total + count, 0);
  expect(sum / (sum + person)).toBeGreaterThan(0.02);
  expect(sum / (sum + person)).toBeLessThan(0.04);
});

test('an ad that was not shown has no mishaps; what is late comes after the hour of an impression', () => {
  const nothing = { impressionMs: null, viewMs: null, clickMs: null };
  const random = seededRandom(5);
  for (let draw = 0; draw < 2_000; draw += 1) {
    expect(drawMishaps(nothing, random)).toEqual([]);
    const lateMs = drawLateness(random);
    if (lateMs > 0) expect(lateMs).toBeGreaterThan(3_600_000);
  }
});

test('robots and prepared pages are a few in a hundred views', () => {
  const random = seededRandom(7);
  const views = Array.from({ length: DRAWS }, () => drawViewer(random));
  for (const viewer of ['robot', 'prefetch'] as const) {
    const share = views.filter((one) => one === viewer).length / DRAWS;
    expect(share).toBeGreaterThan(0.008);
    expect(share).toBeLessThan(0.025);
  }
});

test('phones click a little more than desktops', () => {
  const rateOn = (device: string) => {
    const browsers = BROWSERS.filter((browser) => browser.device === device);
    const weight = browsers.reduce((sum, browser) => sum + browser.weight, 0);
    return browsers.reduce((sum, { view, click, weight: own }) => sum + view * click * own, 0) / weight;
  };
  expect(rateOn('phone')).toBeGreaterThan(1.2 * rateOn('desktop'));
  expect(rateOn('phone')).toBeLessThan(2 * rateOn('desktop'));
  expect(rateOn('tv')).toBeLessThan(0.5 * rateOn('desktop'));
});
