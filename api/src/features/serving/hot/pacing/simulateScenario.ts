import { seeded } from '../testMarket';
import { type PacingOutcome, reportPacing } from './pacingReport';
import { FROM_MS, type PacedCampaign, pacedCampaigns } from './pacingScenarios';
import { simulatePacing } from './simulatePacing';
import { learntForecast, type Weather } from './testTraffic';

export interface ScenarioOptions {
  perSecond: number;
  days: number;
  seed: number;
  weather: Weather;
}

export interface ScenarioOutcome {
  outcomes: { campaign: PacedCampaign; outcome: PacingOutcome }[];
  decisions: number;
}

/** All campaigns of the scenarios through some days, with a forecast that was learnt from the weeks before. */
export function simulateScenario({ perSecond, days, seed, weather }: ScenarioOptions): ScenarioOutcome {
  const list = pacedCampaigns(perSecond);
  const options = {
    campaigns: list.map(({ fields }) => fields),
    fromMs: FROM_MS,
    days,
    forecast: learntForecast(FROM_MS, perSecond, seeded(seed + 1_000)),
  };
  const simulation = simulatePacing({ ...options, perSecond, weather, seed, sated: 0.5 });
  const found = new Map(reportPacing(simulation, options).map((outcome) => [outcome.id, outcome]));
  return {
    outcomes: list.flatMap((campaign) => {
      const outcome = found.get(campaign.fields.id);
      return outcome ? [{ campaign, outcome }] : [];
    }),
    decisions: simulation.decisions,
  };
}
