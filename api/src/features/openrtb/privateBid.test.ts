import { type BidderWorld, openBidder } from '../../testing/bidder';
import { zoneInput } from '../serving/hot/testFixtures';
import { request } from './testRequests';

let world: BidderWorld;
beforeAll(async () => {
  world = await openBidder([zoneInput({ id: 401 })]);
  world.use([{ id: 1 }]);
});
afterAll(() => world.close());

/** What the click's token says; the click itself comes from a browser that may say nothing. */
function isPrivate(fields: object): boolean | undefined {
  const { response } = world.answer(fields);
  const click = response?.seatbid[0]?.bid[0]?.adm.match(/\/e\/c\/([\w-]+)/)?.[1] ?? '';
  return world.test.engine.read(click)?.private;
}

test.each([
  ['dnt', { device: { ...request().device, dnt: 1 } }],
  ['lmt', { device: { ...request().device, lmt: 1 } }],
  ['gpc', { regs: { gpc: 1 } }],
  ['coppa', { regs: { coppa: 1 } }],
  ['gdpr', { regs: { gdpr: 1 } }],
  ['us_privacy', { regs: { us_privacy: '1YYN' } }],
])('what an exchange tells by %s is still known at the click', (_, fields) => {
  expect(isPrivate(fields)).toBe(true);
});

test('nobody is private who did not ask', () => {
  expect(isPrivate({})).toBe(false);
});
