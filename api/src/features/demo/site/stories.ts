import type { Brand, Motif } from '../brands';

/** A story of the demo property, drawn and told by the network itself. */
export interface Story {
  slug: string;
  section: string;
  title: string;
  lead: string;
  author: string;
  /** How long ago it was published, so that the site is never stale. */
  hoursAgo: number;
  /** What it is about, as publishers tell the ad server. */
  keywords: readonly string[];
  paragraphs: readonly string[];
  art: { motif: Motif; paper: string; tints: Brand['tints'] };
}

export const STORIES: readonly Story[] = [
  {
    slug: 'first-snow-on-the-pass',
    section: 'Weather',
    title: 'First snow closes the old pass road, four weeks early',
    lead: 'Forty centimetres fell above 1,900 metres overnight. The tunnel stays open; the bends above it do not.',
    author: 'Lena Marti',
    hoursAgo: 3,
    keywords: ['weather', 'snow', 'avalanche', 'traffic'],
    paragraphs: [
      'The plough drivers had their chains on by three in the morning. By five they had given up on the last six bends, and the barrier at the chapel came down for the winter, or at least for this part of it.',
      '“It is wet, heavy and badly stuck to the rock,” said the district’s avalanche officer, who drove up at first light. “We do not argue with snow like that. We wait until it has made up its mind.”',
      'For everyone below 1,200 metres the night brought rain, eleven millimetres at the lake and twice as much in the side valleys. The river rose by half a metre and was falling again before the school buses left.',
      'The models agree on what comes next: a dry Friday with wind from the north, then a second front on Sunday that is colder and carries less. Whoever has summer tyres has two days to do something about it.',
      'The last time the barrier closed in October was eleven years ago. That winter it opened again for nine days in November. Nobody at the depot wants to bet on it.',
    ],
    art: { motif: 'ridge', paper: '#c9d8e4', tints: ['#4c6b86', '#86a3ba', '#f6f3e8'] },
  },
  {
    slug: 'night-train-returns',
    section: 'Region',
    title: 'The night train returns, with a kitchen and a queue',
    lead: 'Two sleeping cars a night to the sea from December. The first week sold out in forty minutes.',
    author: 'Paul Inderbitzin',
    hoursAgo: 7,
    keywords: ['train', 'travel'],
    paragraphs: [
      'It leaves the valley at 20:14 and arrives at the harbour at 09:02, which is exactly what it did until 2009. The cars are the same ones. They have new springs, sockets at every bunk and a kitchen where the smoking compartment was.',
      'The railway had planned for sixty passengers a night. On the first morning four thousand people tried to book. “We underestimated how many remember it,” a spokeswoman said, “and how many have only heard of it.”',
      'A third car could be coupled from February if the workshop finds the axles. Bicycles travel free on weekdays, dogs in the last compartment only.',
      'The canton pays for three winters. After that, two passengers out of three must come from outside the valley for the line to carry itself.',
    ],
    art: { motif: 'wave', paper: '#20304a', tints: ['#33507a', '#4d76a8', '#8fb3d6'] },
  },
  {
    slug: 'apples-that-like-late-frost',
    section: 'Land',
    title: 'The apples that like a late frost',
    lead: 'Three old sorts flower a week later than the rest. After two ruined springs the orchards are looking at them again.',
    author: 'Mira Zgraggen',
    hoursAgo: 11,
    keywords: ['garden', 'food'],
    paragraphs: [
      'Nobody planted them for the taste. They are small and sharp and they keep until Easter, which used to be a virtue. Most were grubbed up in the seventies for sorts that look better in a shop.',
      'Then came two Aprils with five nights of frost each. The red apples on the slope lost nine blossoms in ten. The old trees by the road had not even opened theirs.',
      'The research station has grafted four hundred of them this autumn. In five years they will know whether late flowering survives the move to better soil, and whether anyone will buy the fruit.',
      'The cider maker in the village has already said how many he takes: all of them.',
    ],
    art: { motif: 'leaf', paper: '#efe8d2', tints: ['#a8b96d', '#6f8f45', '#39582a'] },
  },
  {
    slug: 'bicycle-count',
    section: 'Town',
    title: 'A counter at the bridge, and what it counted',
    lead: 'One million bicycles in a year. The busiest hour was not the one anybody expected.',
    author: 'Jo Abegglen',
    hoursAgo: 20,
    keywords: ['bicycle', 'traffic'],
    paragraphs: [
      'The grey post at the end of the bridge has a loop in the asphalt and a display that shows the day’s sum. On Tuesday at 17:41 it passed a million.',
      'The planners had expected the peak on weekday mornings. It is on Saturdays at eleven, when the market is on and the car park is full. Rain takes away a third of the riders, snow a half, and the first warm Sunday of spring brings back everyone at once.',
      'The town will widen the ramp on the station’s side, where two cargo bicycles cannot pass each other. The money was already there: it had been set aside for a second car park.',
    ],
    art: { motif: 'wheel', paper: '#e8d9b5', tints: ['#2b3a3a', '#c2673a', '#f4ecd8'] },
  },
  {
    slug: 'coffee-at-two-thousand-metres',
    section: 'Table',
    title: 'Water boils at 93 degrees up here. The coffee got better',
    lead: 'A hut keeper has spent three summers on a pot that suits the altitude, and has written down what she learnt.',
    author: 'Carla Bonetti',
    hoursAgo: 28,
    keywords: ['coffee', 'hiking'],
    paragraphs: [
      'At two thousand metres water boils at ninety-three degrees. For tea this is a nuisance. For a light roast it is close to what the roasters ask for, if you grind a little finer and are not in a hurry.',
      'She began with the machine the hut had always had and a guest who complained. She ended with a cloth filter, a kettle with a thermometer, and a line at the counter at half past six.',
      'The notebook lies open on the bar. The page most people photograph says: “Altitude is not an excuse. Old beans are.”',
    ],
    art: { motif: 'sun', paper: '#ecd6bd', tints: ['#b5562f', '#7c2f1d', '#2c140d'] },
  },
  {
    slug: 'how-we-measure-fog',
    section: 'Weather',
    title: 'How we measure fog, and why the forecast calls it a guess',
    lead: 'Nine masts, two cameras and a shepherd. The sea of fog has an upper edge, and it moves by fifty metres an hour.',
    author: 'Lena Marti',
    hoursAgo: 46,
    keywords: ['weather', 'science'],
    paragraphs: [
      'From above it looks like water. It behaves like it, too: it fills the valley from the bottom, leaves through the same gap in the hills and leans against whatever stands in its way.',
      'Nine masts on the north slope tell us where its surface is, every ten minutes. Between two masts there are eighty metres of altitude. Whoever lives in between calls us, and we write it down.',
      'The models see the fog coming but not how thick it will be. Two hundred metres decide whether the terrace at the middle station is a place for lunch or a grey room. That is why we say “perhaps”, and mean it.',
    ],
    art: { motif: 'wave', paper: '#dfe5e6', tints: ['#c3cfd2', '#9fb0b5', '#71868d'] },
  },
];

/** A day of the forecast; `icon` is drawn. Temperatures in °C. */
export interface ForecastDay {
  icon: 'sun' | 'cloud' | 'rain' | 'snow';
  high: number;
  low: number;
  text: string;
}

export const FORECAST: readonly ForecastDay[] = [
  { icon: 'snow', high: 1, low: -4, text: 'Snow down to 1,100 m' },
  { icon: 'cloud', high: 4, low: -2, text: 'North wind, drier' },
  { icon: 'sun', high: 6, low: -3, text: 'Clear above the fog' },
  { icon: 'rain', high: 3, low: 0, text: 'Second front' },
  { icon: 'sun', high: 7, low: -1, text: 'Cold and bright' },
];

export const PLACES: readonly { name: string; altitude: number; now: number }[] = [
  { name: 'Lake shore', altitude: 446, now: 5 },
  { name: 'Middle station', altitude: 1_330, now: -1 },
  { name: 'Summit', altitude: 2_128, now: -7 },
];
