import type { AlertEvent } from '@ezdash/contracts';
import type { MailRequest, TemplateData } from '../mail';

/** Which mail says what. `new_login` is sent where the signing in happens, which asks `wants` first. */
const TEMPLATES = {
  campaign_approved: 'campaign-approved',
  campaign_rejected: 'campaign-rejected',
  campaign_started: 'campaign-started',
  campaign_paused: 'campaign-paused',
  funds_low: 'funds-low',
  funds_out: 'funds-out',
  property_approved: 'property-approved',
  property_rejected: 'property-rejected',
  token_expiring: 'api-token-expiring',
} as const satisfies Record<Exclude<AlertEvent, 'new_login'>, keyof TemplateData>;

type Templates = typeof TEMPLATES;
export type ToldEvent = keyof Templates;
type WithoutZone<Data> = Omit<Data, 'timeZone'>;

/** What is to be told to whom: the figures of the event's mail. The reader's time zone is added. */
export type Alert = {
  [Event in ToldEvent]: {
    userId: number;
    event: Event;
    data: WithoutZone<TemplateData[Templates[Event]]>;
    /** Names this one occurrence of the event: it is told once, however often it is asked for. At most 100 characters. */
    occurrence: string;
  };
}[ToldEvent];

/** What an operator decided reaches its owner whatever state the account is in. */
const VERDICTS: ReadonlySet<ToldEvent> = new Set([
  'campaign_approved',
  'campaign_rejected',
  'property_approved',
  'property_rejected',
]);

/** Who would be told, and whether they want to be. */
export interface Reader {
  id: number;
  email: string;
  locale: string | null;
  timezone: string;
  status: string;
  /** Events that are turned off for mail. */
  off: readonly string[];
}

export const isTold = ({ status, off }: Reader, event: ToldEvent): boolean =>
  !off.includes(event) && (status === 'active' || VERDICTS.has(event));

/** The alert as its mail. */
export function letterOf(
  { event, data, occurrence }: Alert,
  reader: Reader,
): MailRequest<Templates[ToldEvent]> {
  return {
    to: reader.email,
    template: TEMPLATES[event],
    locale: reader.locale,
    // Each template takes what it knows and leaves the rest.
    data: { ...data, timeZone: reader.timezone },
    idempotencyKey: `alert:${event}:${occurrence}`,
  };
}
