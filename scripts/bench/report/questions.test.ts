import { metricsAsk, metricsQuery } from '../../../api/src/features/reports';
import { marketOf } from '../database/makeMarket';
import { questions } from './questions';

const MARKET = marketOf({
  advertisers: 4,
  campaigns: 40,
  creativesPerCampaign: 2,
  publishers: 6,
  properties: 18,
  zones: 60,
});

test.each([2, 4])('every question of %i dimensions can be asked by its side', (dimensions) => {
  for (const { side, ownerId, groups, from } of questions(MARKET, 500, dimensions)) {
    const query = metricsQuery.parse({ from, to: '2026-11-21', group: groups.join(',') });
    const ask = metricsAsk(query, side, ownerId, new Date('2026-11-21T09:00:00Z'));
    expect([ask.groups, ask.ownerId > 0]).toEqual([groups, true]);
    expect(new Set(groups).size).toBe(dimensions);
  }
});
