import { type Campaign, type ErrorBody, publicId } from '@ezdash/contracts';
import { ForbiddenError } from '../../platform/errors';
import {
  type AppWorld,
  enterConsole,
  fakeClock,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  openApp,
  type TestClient,
} from '../../testing';
import { createDebugToolFeature } from '../debug-tool';
import { createCampaignsFeature } from '.';

let app: AppWorld;
let client: TestClient;
let proven = true;

beforeEach(async () => {
  proven = true;
  app = await openApp(({ db }) => {
    const clock = fakeClock();
    const debugTool = createDebugToolFeature({ db, clock, secret: 'a secret', secure: false });
    const campaigns = createCampaignsFeature({
      db,
      clock,
      checkProof: () => {
        if (!proven) throw new ForbiddenError('Confirm that it is you to go on', 'REAUTH_REQUIRED');
      },
    });
    const mounts = [...debugTool.mounts, ...campaigns.mounts];
    return { clock, mounts, operatorGuard: debugTool.operatorGuard };
  });
  const admin = await makeAdmin(app.db);
  client = await app.clientOf(admin);
  await enterConsole(client, admin);
});
afterEach(() => app.close());

const audited = () =>
  app.db
    .selectFrom('debug_audit')
    .select(['status', 'detail'])
    .where('method', '=', 'PATCH')
    .orderBy('id')
    .execute();

it('asks for a recent proof, since a house campaign costs and earns nothing, and the audit has from what to what', async () => {
  const { id } = await makeCampaign(app.db, { advertiser_id: (await makeAdvertiser(app.db)).id });
  const address = `/api/operator/campaigns/${publicId('campaign', id)}`;
  const put = (priority: string) => client.patch<Campaign & ErrorBody>(address, { priority });
  proven = false;
  expect((await put('house')).body.code).toBe('REAUTH_REQUIRED');
  proven = true;
  expect((await put('house')).body.priority).toBe('house');
  expect((await put('guaranteed')).body.priority).toBe('guaranteed');
  expect(await audited()).toEqual([
    { status: 403, detail: { to: 'house' } },
    { status: 200, detail: { from: 'auction', to: 'house' } },
    { status: 200, detail: { from: 'house', to: 'guaranteed' } },
  ]);
});
