import type { MetricGroup } from '@ezdash/contracts';
import type { Call } from '@ezdash/remote-kit/testing';
import { screen } from '@testing-library/react';
import { testMetrics } from '../testing/metricsData';
import { renderAdvertiser } from '../testing/renderAdvertiser';

test('a filter by an id says the name', async () => {
  renderAdvertiser('/advertiser/metrics?group=country&campaign=c_1k7a&period=last28', {
    'GET /api/metrics': ({ query: { group = '' } }: Call) =>
      group === 'campaign'
        ? testMetrics(['campaign'], [{ keys: ['c_1k7a'], names: ['Trail season'], times: 1 }])
        : testMetrics(group.split(',') as MetricGroup[], []),
    'GET /api/metrics-reports': { reports: [] },
  });
  expect(await screen.findByRole('button', { name: 'Remove filter Campaign is Trail season' })).toBeTruthy();
});

test('a filter by what speaks for itself asks for no name', async () => {
  const { calls } = renderAdvertiser('/advertiser/metrics?group=campaign&country=DE&period=last28', {
    'GET /api/metrics': ({ query: { group = '' } }: Call) =>
      testMetrics(group.split(',') as MetricGroup[], []),
    'GET /api/metrics-reports': { reports: [] },
  });
  expect(await screen.findByRole('button', { name: 'Remove filter Country is Germany' })).toBeTruthy();
  expect(calls.filter(({ query }) => query.group === 'country')).toEqual([]);
});
