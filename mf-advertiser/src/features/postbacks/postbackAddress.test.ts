import { TRACKER_PRESETS } from '@ezdash/contracts/constants';
import { makeGoal } from '../../testing/postbacksData';
import { canReport, exampleAddress, reportAddress } from './postbackAddress';

const goal = makeGoal();
const own = { way: 'server', tracker: null, key: null } as const;

test('the goal’s own address, with its key once that is known', () => {
  expect(reportAddress(goal, own)).toBe(goal.postback_url);
  expect(reportAddress(goal, { ...own, key: 'ezk_$&' })).toContain('&key=ezk_%24%26');
});

test('a page’s image, where there is one', () => {
  expect(reportAddress(goal, { ...own, way: 'pixel' })).toBeNull();
  const pixel = makeGoal({ pixel_url: 'https://ads.example/pixel/g_1001.gif?click_id={click_id}' });
  expect(reportAddress(pixel, { ...own, way: 'pixel' })).toContain('<img src="https://ads.example/pixel/');
});

test.each(TRACKER_PRESETS.map((preset) => [preset.name, preset] as const))(
  'for %s with its own words, and nothing is left open in the example',
  (_name, tracker) => {
    const address = reportAddress(goal, { ...own, tracker, key: 'k' }) ?? '';
    expect(address).toContain(`cid=${tracker.clickPlaceholder}`);
    expect(address).toContain('&key=k');
    expect(exampleAddress(address, tracker)).not.toMatch(/[{}]/);
  },
);

test('a goal without a key has none in its address', () => {
  const [tracker = null] = TRACKER_PRESETS;
  const open = makeGoal({ requires_key: false });
  expect(reportAddress(open, { ...own, tracker })).not.toContain('key=');
});

test.each(TRACKER_PRESETS.map((preset) => [preset.name, preset] as const))(
  'of every transaction %s tells its id, or is given no address that would always be refused',
  (_name, tracker) => {
    const every = makeGoal({ duplicates: 'every' });
    const address = reportAddress(every, { ...own, tracker, key: 'k' });
    expect(address !== null).toBe(canReport(tracker, every));
    if (address !== null) {
      expect(address).toContain(`&tx=${tracker.transactionPlaceholder}`);
      expect(exampleAddress(address, tracker)).toContain('tx=order-1017');
    }
    expect(reportAddress(goal, { ...own, tracker, key: 'k' })).not.toContain('tx=');
  },
);
