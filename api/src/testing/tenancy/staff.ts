import { createHash, randomBytes } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { insertSeat } from '../../features/openrtb';
import { createTokensService } from '../../features/remotes';
import { createStopsFeature } from '../../features/stops';
import { systemClock } from '../../platform/clock';
import { silentLog } from '../../platform/log';
import { makeAdmin, makeCampaign, makeProperty } from '../factories';
import { marked } from './visitors';
import type { Make, World } from './world';

const AN_HOUR_MS = 3_600_000;

/** An open invitation of an admin who is none of the visitors. */
export const invitation: Make = async ({ app: { test } }) => {
  const { id: invited_by } = await makeAdmin(test.db);
  const { id } = await test.db
    .insertInto('admin_invitation')
    .values({
      email: `${randomBytes(8).toString('hex')}@colleagues.test`,
      token_sha256: randomBytes(32).toString('hex'),
      invited_by,
      created_at: new Date(),
      expires_at: new Date(Date.now() + AN_HOUR_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
};

/** An exchange with the publisher's property. */
export const seat: Make = async ({ app: { test }, visitors: { publisher } }) => {
  const property = await makeProperty(test.db, { publisher_id: publisher.id, state: 'approved' });
  const { id } = await insertSeat(test.db, {
    propertyId: property.id,
    name: marked('exchange'),
    buyerSeat: null,
    clickMacro: null,
    requestsPerSecond: 1_000,
  });
  return String(id);
};

/** A team's, of the remote that releases are walked with. */
export const releaseToken: Make = async ({ app: { test } }) => {
  const tokens = createTokensService({ db: test.db, clock: systemClock, log: silentLog });
  const input = { remote: 'mf-advertiser', label: marked('token'), days: 1 };
  const { token } = await tokens.make(input, { kind: 'command' });
  return String(token.id);
};

/** An activation of that remote that is still to come. */
export const releasePlan: Make = async ({ app: { test } }) => {
  const release = test.db
    .selectFrom('remote_release')
    .select('id')
    .where('name', '=', 'mf-advertiser')
    .limit(1);
  const { id } = await test.db
    .insertInto('remote_plan')
    .values({
      name: 'mf-advertiser',
      release_id: release,
      due_at: new Date(Date.now() + AN_HOUR_MS),
      actor: 'command',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
};

/** A build of its own machine that the advertiser's browser uses, by the key in its cookie alone. */
export const releaseOverride: Make = async ({ app: { test }, visitors }) => {
  const [secret, now] = [randomBytes(32).toString('base64url'), new Date()];
  const ends = { ends_at: new Date(Date.now() + AN_HOUR_MS) };
  const build = await test.db
    .insertInto('remote_local_build')
    .values({
      ...{ remote: 'mf-advertiser', origin: 'http://localhost:8090', release: '{}', made_at: now },
      ...ends,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await test.db
    .insertInto('release_override')
    .values({
      key_sha256: createHash('sha256').update(secret).digest('hex'),
      ...{ remote: 'mf-advertiser', local_build_id: build.id, taken_at: now },
      ...ends,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  visitors.client('advertiser who owns it').cookies.set('ez.overrides', secret);
  return String(id);
};

/** Somebody on that remote's team who is none of the visitors. */
export const teamMember: Make = async ({ app: { test } }) => {
  const { id } = await makeAdmin(test.db);
  await test.db
    .insertInto('remote_team_member')
    .values({ remote: 'mf-advertiser', account_id: id, added_by: id, added_at: new Date() })
    .execute();
  return publicId('user', id);
};

/** A stop of an approved campaign of the advertiser's that is still to come. */
export const stopInput = async ({ app: { test }, visitors: { advertiser } }: World) => {
  const { id } = await makeCampaign(test.db, { advertiser_id: advertiser.id, name: marked('campaign') });
  return { kind: 'campaign' as const, id: publicId('campaign', id), reason: marked('reason') };
};

/** The same in force. */
export const stop: Make = async (world) => {
  const { db } = world.app.test;
  const { id: adminId } = await makeAdmin(db);
  const { stops } = createStopsFeature({ db, clock: systemClock, log: silentLog });
  return (await stops.stop(adminId, await stopInput(world))).stop.id;
};
