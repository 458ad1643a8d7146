import type { Finding } from '@ezdash/contracts';
import type { SeedTimes } from './seedTimes';

/** What a demo message refers to, made when the rows are there. */
export interface DemoPlaces {
  /** The campaign of this name of the demo's advertiser. */
  campaign(name: string): Finding['subject'];
  /** The zone of this key, on the page of its property. */
  zone(property: string, key: string): Finding['subject'];
  /** When a campaign or property of this name was made, in days before today. */
  createdDaysAgo(name: string): number;
}

export interface DemoMessage {
  from: 'customer' | 'support' | 'diagnosis' | 'solved by customer' | 'solved by support';
  at: (times: SeedTimes) => Date;
  body?: string;
  finding?: (places: DemoPlaces, times: SeedTimes) => Finding;
}

/** A conversation of the demo's past. Its state follows from its last message. */
export interface DemoConversation {
  email: string;
  subject: string;
  messages: readonly DemoMessage[];
  /** How many of its messages the customer has seen, from the first on; all but where it says so. */
  customerHasSeen?: number;
  supportHasSeen?: number;
}

/** When the reviewer decided on a rejected campaign: see seedRows. */
const REJECTED_HOUR = 15;
const CREATED_HOUR = 10;
const MINUTE_MS = 60_000;
const on = (daysAgo: number, hour: number, minute: number) => (times: SeedTimes) =>
  new Date(times.at(daysAgo, hour).getTime() + minute * MINUTE_MS);
const ago = (minutes: number) => (times: SeedTimes) => times.minutesAgo(minutes);

const REJECTED = 'Winter shells, returning visitors';
const WEBCAMS = 'Alpine Webcams';

export const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  {
    email: 'publisher@demo.test',
    subject: 'Trying a zone without counting it',
    messages: [
      {
        from: 'customer',
        at: on(21, 8, 12),
        body: 'We rebuild the forecast pages. Can our developers look at ads there without anything being counted?',
      },
      {
        from: 'support',
        at: on(21, 8, 31),
        body: 'Yes. Add data-test to the element of the zone: a test ad is shown as always, and is neither recorded nor billed. Take it away again before the pages go live.',
      },
      { from: 'customer', at: on(21, 9, 2), body: 'That works. Thank you, Mara.' },
      { from: 'solved by support', at: on(21, 9, 5) },
    ],
  },
  {
    email: 'advertiser@demo.test',
    subject: 'Spend of a day in our report and in yours',
    messages: [
      {
        from: 'customer',
        at: on(17, 9, 40),
        body: 'Our own report goes by days in Berlin. Why is the spend of a single day never quite the same as on your dashboard?',
      },
      {
        from: 'support',
        at: on(17, 10, 4),
        body: 'The dashboard and all budgets go by days in UTC. A day in Berlin begins an hour earlier in winter, two in summer, so a single day holds other hours. Whole weeks agree but for the hours at both ends.',
      },
      { from: 'customer', at: on(17, 10, 20), body: 'That explains it. Thank you!' },
      { from: 'solved by customer', at: on(17, 10, 21) },
    ],
  },
  {
    email: 'advertiser@demo.test',
    subject: `Why was ${REJECTED} rejected?`,
    messages: [
      {
        from: 'customer',
        at: on(2, 16, 10),
        body: `Is there more to say about ${REJECTED} than its reason?`,
      },
      {
        from: 'diagnosis',
        at: on(2, 16, 10),
        finding: (places, times) => {
          const subject = places.campaign(REJECTED);
          const rejectedAt = times.at(places.createdDaysAgo(REJECTED), REJECTED_HOUR);
          return {
            kind: 'campaign-rejected',
            subject,
            facts: { rejected_at: rejectedAt.toISOString(), reasons: 'landing-page', message: null },
            action: { kind: 'show-reasons', href: subject?.href ?? '' },
          };
        },
      },
      { from: 'customer', at: on(2, 16, 14), body: 'The page opens here. Who can look at it again?' },
      {
        from: 'support',
        at: on(2, 16, 40),
        body: 'A person does as soon as you submit it again, and it costs nothing. Open the page once in a private window before: what opens only for those who are signed in, a reviewer cannot see.',
      },
    ],
    customerHasSeen: 3,
  },
  {
    email: 'publisher@demo.test',
    subject: `${WEBCAMS} shows no ads`,
    messages: [
      {
        from: 'customer',
        at: ago(95),
        body: `We made ${WEBCAMS} this week and see nothing of it in the figures yet.`,
      },
      {
        from: 'diagnosis',
        at: ago(95),
        finding: (places, times) => {
          const subject = places.zone(WEBCAMS, 'top');
          const createdAt = times.at(places.createdDaysAgo(WEBCAMS), CREATED_HOUR);
          return {
            kind: 'zone-no-tag',
            subject,
            facts: { created_at: createdAt.toISOString(), property: WEBCAMS },
            action: { kind: 'get-tag', href: `${subject?.href ?? ''}?tag=${subject?.id ?? ''}` },
          };
        },
      },
      {
        from: 'customer',
        at: ago(88),
        body: 'Of course, the tag. Our developer is back next week. May it stand on the pages before there are enough of them to be worth it?',
      },
    ],
    supportHasSeen: 0,
  },
];
