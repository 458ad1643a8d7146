import type { NewsAudience, NewsCategory } from '@ezdash/contracts';

/** An article of the demo network; `daysAgo` counts UTC days back from today. */
export interface DemoArticle {
  title: string;
  category: NewsCategory;
  audiences: NewsAudience[];
  pinned?: boolean;
  daysAgo: number;
  /** Who has opened it. */
  readBy: readonly string[];
  body: string;
}

const BOTH: NewsAudience[] = ['advertiser', 'publisher'];
const ADVERTISER = 'advertiser@demo.test';
const PUBLISHER = 'publisher@demo.test';

/** The oldest first. They say what the product does, and nothing that it does not. */
export const DEMO_NEWS: readonly DemoArticle[] = [
  {
    title: 'What a review looks at',
    category: 'policy',
    audiences: ['advertiser'],
    daysAgo: 26,
    readBy: [ADVERTISER, 'ads@morrow.test', 'hej@velonord.test'],
    body: `Every campaign is looked at by a person before it runs, and again when you change a creative or where it leads. A campaign is rejected for one or more of these reasons:

- **Misleading claim:** the ad promises what the page does not keep.
- **Landing page does not work:** it does not answer, or leads somewhere else.
- **Wrong category:** the campaign is filed under something that it does not advertise.
- **Poor picture or text:** it cannot be read, or looks like something it is not.
- **Rights of others:** a picture, a name or a mark that is not yours.

You find the reasons, and the reviewer's own words, at the [campaign](/advertiser/campaigns). Change it and send it in again: that costs nothing.`,
  },
  {
    title: 'What we count as invalid traffic',
    category: 'traffic',
    audiences: BOTH,
    daysAgo: 12,
    readBy: [ADVERTISER, PUBLISHER, 'desk@harbourherald.test'],
    body: `Impressions and clicks that no visitor made are kept with their reason and never billed: advertisers pay nothing for them, publishers earn nothing by them. The most frequent ones:

| Reason | An impression or click is invalid when |
|---|---|
| Robot | its browser says that it is a known robot, or says nothing |
| Prefetch | a browser loaded the page only to have it ready |
| Data centre | it comes from a network of rented computers |
| Repetition | the same ad was counted once already |
| Too fast | the click comes within 300 ms of the ad: nobody has seen it |
| Rate | one address sends more than people do |

Clicks of your own on your own ads or pages are not counted either, so you can look at them without a bill.`,
  },
  {
    title: 'Pay per conversion',
    category: 'product',
    audiences: ['advertiser'],
    daysAgo: 5,
    readBy: ['media@tideline.test'],
    body: `With **CPA** a campaign pays when somebody buys or signs up, not when an ad is shown.

1. [Create a campaign](/advertiser/campaigns/new) and choose CPA.
2. Make the goal that it pays for: its name, for how long after the click a conversion counts, and how often.
3. Write \`{click_id}\` into the landing address, and keep what arrives there with the order.
4. Report the conversion from your server:

\`\`\`
GET /postback?click_id=CLICK_ID&goal=GOAL_ID&value=49.90&tx=ORDER_NUMBER
\`\`\`

A conversion is paid for once, however often it is reported. Visitors who ask not to be followed bring no click id, and nothing can be reported of them.`,
  },
  {
    title: 'The app tells you what happens, at once',
    category: 'product',
    audiences: BOTH,
    pinned: true,
    daysAgo: 1,
    readBy: [],
    body: `Balances, reviews, answers and news appear on the page you have open, without loading it again.

- **The bell** keeps what happened while you were away. What you have read there stays read.
- **By mail or webhook:** choose for each event how you want to be told, when a daily digest comes, and at which hours nobody disturbs you, in [Settings, Alerts](/settings/alerts).
- **Help:** search the [articles](/help), or write to us. Before a person is asked, your own figures are: whether a budget is used up, money is missing or a review is open.`,
  },
];
