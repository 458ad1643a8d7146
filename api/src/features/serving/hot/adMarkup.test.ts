import { type AdCandidate, adCandidate } from '@ezdash/contracts';
import { candidateJson } from './adMarkup';
import type { CreativeContent } from './snapshotInput';
import { creativeInput } from './testFixtures';

const FILES = 'https://files.example/creatives/';
const NATIVE: CreativeContent = {
  format: 'native',
  parts: {
    title: 'Schuhe für „alle“',
    body: '</script><b>',
    call_to_action: 'Kaufen',
    sponsored_by: 'Rivet',
    image: { asset_id: 'a_1', url: `${FILES}p.png`, width: 1200, height: 628 },
    icon: null,
    click_chain: 'https://count.example/c?to={click_url}',
  },
};

/** What an answer carries, put together as the fast path does. */
function answered(content: CreativeContent | undefined, address = `${FILES}x.png`): AdCandidate {
  const input = { ...creativeInput({ id: 1, campaignId: 2, address }), content };
  const cap = { count: 2, seconds: 60 };
  const { head, tail } = candidateJson(input, { campaign: 'c_2', creative: 'cr_1', cap });
  const text = `{"token":"t",${head}"click":"/e/c/t","impression":"/e/i/t","view":"/e/v/t"${tail}`;
  expect(text).toMatch(/^[\x20-\x7e]*$/);
  return adCandidate.parse(JSON.parse(text));
}

test('every format is answered as the contract has it, in ASCII', () => {
  expect(answered(undefined)).toMatchObject({
    type: 'image',
    image: `${FILES}x.png`,
    campaign: 'c_2',
    creative: 'cr_1',
    cap: { count: 2, seconds: 60 },
    alt: 'A fine shop',
  });
  expect(answered({ format: 'html5' }, `${FILES}abc/index.html`)).toMatchObject({
    type: 'html5',
    page: `${FILES}abc/index.html`,
  });
  expect(answered(NATIVE)).toMatchObject({
    type: 'native',
    title: 'Schuhe für „alle“',
    body: '</script><b>',
    picture: { url: `${FILES}p.png`, width: 1200, height: 628 },
    icon: null,
    chain: 'https://count.example/c?to={click_url}',
  });
  const text = { headline: 'a', description: 'b', display_url: 'c', click_chain: null };
  expect(answered({ format: 'text', parts: text })).toMatchObject({
    type: 'text',
    headline: 'a',
    chain: null,
  });
  const video = { duration_ms: 15_000, bitrate_kbps: 900 };
  expect(
    answered({ format: 'video', contentType: 'video/mp4', parts: video }, `${FILES}x.mp4`),
  ).toMatchObject({
    type: 'video',
    media: { url: `${FILES}x.mp4`, content_type: 'video/mp4', ...video },
  });
});
