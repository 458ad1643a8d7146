import { screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { Stat, StatStrip } from './Stat';

function tile(text: string): HTMLElement {
  const found = screen.getByText(text).closest<HTMLElement>('.ez-stat');
  if (!found) throw new Error(`no tile ${text}`);
  return found;
}

test('colour follows meaning, the triangle follows direction', () => {
  renderUi(
    <StatStrip label="Last 28 days">
      <Stat
        label="Cost per conversion"
        micros={14_910_000}
        change={{ now: 14.91, before: 16.01, good: 'down' }}
      />
      <Stat label="Spend" micros={11_480_890_000} change={{ now: 110, before: 100, good: 'neither' }} />
      <Stat label="CTR" value="0.35%" change={{ now: 0.0035, before: 0.0037, kind: 'points' }} />
      <Stat label="Clicks" value="12" change={{ now: 12, before: 0 }} />
    </StatStrip>,
  );
  const toneOf = (label: string) => tile(label).querySelector('.ez-delta')?.getAttribute('data-tone') ?? null;
  expect([toneOf('Cost per conversion'), toneOf('Spend'), toneOf('CTR')]).toEqual(['ok', null, 'bad']);
  expect(tile('Cost per conversion').querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('Down');
  expect(tile('Spend').textContent).toBe('Spend$11,480.8910.0%vs previous period');
  expect(tile('CTR').textContent).toContain('0.02 pt');
  expect(tile('Clicks').textContent).toContain('New');
});

test('German sets cents and currency behind the amount', () => {
  renderUi(<Stat label="Ausgaben" micros={11_480_890_000} />, { locale: 'de' });
  expect(screen.getByText(/^,89/).tagName).toBe('SMALL');
});
