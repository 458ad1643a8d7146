/** What publishers put our tags into. Only what works with the tags there are. */
export interface PartnerTool {
  id: 'wordpress' | 'gam' | 'player' | 'consent' | 'server';
  /** As it calls itself; null: named in the reader's language. */
  name: string | null;
  steps: 3 | 4;
  /** What is to be copied at a step, from 1; ids are the reader's own zones'. */
  code?: { step: number; text: (origin: string) => string; language: string };
  /** Its own documentation. */
  guide: string | null;
}

const tag = (origin: string) =>
  [
    `<script async src="${origin}/tag.js"></script>`,
    '<ins class="ez-ad" data-zone="ZONE" style="display:block; width:300px; height:250px"></ins>',
  ].join('\n');

export const PARTNER_TOOLS: readonly PartnerTool[] = [
  {
    id: 'wordpress',
    name: 'WordPress · Ad Inserter',
    steps: 4,
    code: { step: 2, text: tag, language: 'HTML' },
    guide: 'https://adinserter.pro/documentation',
  },
  {
    id: 'gam',
    name: 'Google Ad Manager',
    steps: 4,
    code: { step: 2, text: tag, language: 'HTML' },
    guide: 'https://support.google.com/admanager/answer/1746123',
  },
  {
    id: 'player',
    name: 'JW Player, Video.js, IMA SDK',
    steps: 3,
    code: { step: 2, text: (origin) => `${origin}/vast/ZONE`, language: 'URL' },
    guide: null,
  },
  { id: 'consent', name: null, steps: 3, guide: null },
  {
    id: 'server',
    name: null,
    steps: 4,
    code: { step: 2, text: (origin) => `GET ${origin}/serve?zones=ZONE`, language: 'HTTP' },
    guide: null,
  },
];
