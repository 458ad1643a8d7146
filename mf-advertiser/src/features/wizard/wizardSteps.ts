import type { CampaignField, Problems } from '../form/checkCampaign';
import { fieldOfPath, isOfPlaces } from '../form/fieldOfPath';

/** The wizard's steps, in order; the id stands in the address (`?step=targeting`). */
export const WIZARD_STEPS = ['general', 'creatives', 'targeting', 'limits', 'zones'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

const FIELDS: Readonly<Record<WizardStep, readonly CampaignField[]>> = {
  general: ['name', 'landing_url', 'category', 'pricing', 'goal_ids'],
  creatives: ['creatives'],
  targeting: ['countries', 'devices', 'targeting', 'frequency_cap'],
  limits: [
    'bid_micros',
    'daily_budget_micros',
    'total_budget_micros',
    'pacing',
    'bidding',
    'impression_limit',
    'click_limit',
    'measured_only',
    'starts_at',
    'ends_at',
  ],
  zones: [],
};

export function isWizardStep(text: string | null): text is WizardStep {
  return WIZARD_STEPS.some((step) => step === text);
}

/** The fields of a step that are wrong, in the order they stand in. */
export function problemsOfStep(problems: Problems, step: WizardStep): CampaignField[] {
  return FIELDS[step].filter((field) => problems[field] !== undefined);
}

/** The step that holds the field of a path of the server's errors. */
export function stepOfField(path: string): WizardStep | null {
  if (isOfPlaces(path)) return 'zones';
  const field = fieldOfPath(path);
  return WIZARD_STEPS.find((step) => FIELDS[step].some((known) => known === field)) ?? null;
}

/** The first step that is not in order; the last one when all are. Later ones cannot be opened yet. */
export function firstOpenStep(problems: Problems): WizardStep {
  return WIZARD_STEPS.find((step) => problemsOfStep(problems, step).length > 0) ?? 'zones';
}

/** The step before or after, or null at the ends. */
export function neighbour(step: WizardStep, distance: 1 | -1): WizardStep | null {
  return WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + distance] ?? null;
}
