import { ticksOf } from './chartTicks';

const hours = (...keys: string[]) =>
  ticksOf('hour', {
    from: '2026-04-05',
    to: '2026-04-05',
    rows: keys.map((key) => ({ keys: [`2026-04-04T${key}:00Z`] })),
  }).map((tick) => tick.slice(11, 16));

test('hours without figures are points too', () => {
  expect(hours('12:00', '15:00')).toEqual(['12:00', '13:00', '14:00', '15:00']);
  expect(hours()).toEqual([]);
});

test('hours of clocks that are half an hour off begin within an hour of UTC', () => {
  expect(hours('18:30', '20:30')).toEqual(['18:30', '19:30', '20:30']);
});

test('no hour is lost where clocks are put back by half an hour, as on Lord Howe Island', () => {
  expect(hours('13:00', '14:00', '14:30', '15:30', '17:30')).toEqual([
    '13:00',
    '14:00',
    '14:30',
    '15:30',
    '16:30',
    '17:30',
  ]);
});
