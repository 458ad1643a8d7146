import { type NoticePage, publicId, type Stop } from '@ezdash/contracts';
import {
  ageProofs,
  enterConsole,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
} from '../../testing';
import { startWholeApp, type WholeApp } from '../../testing/startWholeApp';

/** Over the server as people get it: what an operator does in the console, and what its owner is told. */

jest.setTimeout(120_000);

let app: WholeApp;
beforeAll(async () => {
  app = await startWholeApp({ ADMIN_SECOND_FACTOR: 'optional' });
});
afterAll(() => app.close());

it('a stop is in the audit, in the owner’s bell and in their mailbox; an old proof stops nothing', async () => {
  const { db } = app.test;
  const admin = await makeAdmin(db);
  const owner = await makeAdvertiser(db);
  const campaign = await makeCampaign(db, { advertiser_id: owner.id, name: 'Spring sale' });
  await makeCreative(db, { campaign_id: campaign.id });
  const id = publicId('campaign', campaign.id);
  const body = { kind: 'campaign', id, reason: 'Asks for card numbers', note: 'Ticket 7' };
  const operator = app.client();
  await operator.signIn(admin);
  expect((await operator.post('/api/operator/stops', body)).status).toBe(403);
  await enterConsole(operator, admin);
  await ageProofs(db, admin.id, 600_000);
  expect((await operator.post('/api/operator/stops', body)).body).toMatchObject({ code: 'REAUTH_REQUIRED' });
  const again = app.client();
  await again.signIn(admin);
  await enterConsole(again, admin);
  const stopped = await again.post<Stop>('/api/operator/stops', body);
  expect(stopped.status).toBe(201);
  expect((await again.post(`/api/operator/stops/${stopped.body.id}/lift`, {})).status).toBe(200);

  const audit = await db
    .selectFrom('debug_audit')
    .select(['admin_id', 'path', 'status', 'detail'])
    .where('path', 'like', '/api/operator/stops%')
    .where('status', '<', 300)
    .orderBy('id')
    .execute();
  expect(audit).toMatchObject([
    { admin_id: admin.id, status: 201, detail: { kind: 'campaign', id, stop: stopped.body.id } },
    { admin_id: admin.id, status: 200, detail: { kind: 'campaign', id, stop: stopped.body.id } },
  ]);

  const theirs = app.client();
  await theirs.signIn(owner);
  const { notices } = (await theirs.get<NoticePage>('/api/notices')).body;
  const told = { campaign_id: id, campaign: 'Spring sale', creative: null, reason: 'Asks for card numbers' };
  expect(notices.filter(({ event }) => event === 'campaign_stopped')).toMatchObject([
    { data: { ...told, what: 'lifted' }, href: `/advertiser/campaigns/${id}` },
    { data: { ...told, what: 'stopped' }, href: `/advertiser/campaigns/${id}` },
  ]);
  // What staff noted is for staff.
  expect(JSON.stringify(notices)).not.toContain('Ticket 7');
  const mails = await db
    .selectFrom('mail')
    .select('template')
    .where('recipient', '=', owner.email)
    .where('template', '=', 'campaign-stopped')
    .execute();
  expect(mails).toHaveLength(2);
});
