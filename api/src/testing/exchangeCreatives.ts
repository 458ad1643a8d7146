import type { CreativeInput } from '../features/serving/hot/snapshotInput';
import { creativeInput } from '../features/serving/hot/testFixtures';

/** Creatives for tests, of the campaign of a number. */
export const FILES = 'https://files.example';
const picture = (width: number, height: number) => ({
  asset_id: 'a_1',
  url: `${FILES}/creatives/${'c'.repeat(64)}.png`,
  width,
  height,
});
export const video = (id: number, fields: Partial<CreativeInput> = {}) =>
  creativeInput({
    id: id + 2_000,
    campaignId: id,
    width: 640,
    height: 360,
    address: `${FILES}/creatives/${'d'.repeat(64)}.mp4`,
    content: { format: 'video', contentType: 'video/mp4', parts: { duration_ms: 15_000, bitrate_kbps: 900 } },
    ...fields,
  });
export const native = (id: number) =>
  creativeInput({
    id: id + 3_000,
    campaignId: id,
    width: 0,
    height: 0,
    address: '',
    content: {
      format: 'native',
      parts: {
        title: 'Shoes that fit',
        body: 'Made to measure.',
        call_to_action: 'Try',
        sponsored_by: 'The shop',
        image: picture(1_200, 628),
        icon: null,
        click_chain: 'https://count.example/?to={click_url}',
      },
    },
  });
