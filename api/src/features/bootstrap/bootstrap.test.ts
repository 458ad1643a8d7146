import { bootstrap as contract } from '@ezdash/contracts';
import type { Request } from 'express';
import { type BootstrapDeps, createBootstrapFeature } from '.';

const guest = { authUser: null, cookies: {}, acceptsLanguages: () => ['de-AT'] } as unknown as Request;
const featureOf = (changes: Partial<BootstrapDeps>) =>
  createBootstrapFeature({
    appName: 'Ads',
    demo: false,
    demoPropertyUrl: () => null,
    socialProviders: [],
    supportEmail: 'help@ads.test',
    outboxUrl: null,
    accounts: { user: () => Promise.reject(new Error('Nobody is signed in')) },
    ...changes,
  });
const config = async (changes: Partial<BootstrapDeps>) =>
  contract.parse(await featureOf(changes).bootstrap(guest)).config;

it('tells a page where people may sign in, and where mails wait', async () => {
  const socialProviders = [{ id: 'acme', name: 'Acme' }];
  expect(await config({ socialProviders, outboxUrl: '/dev/outbox' })).toMatchObject({
    social_providers: socialProviders,
    outbox_url: '/dev/outbox',
    support_email: 'help@ads.test',
  });
  expect(await config({})).toMatchObject({ social_providers: [], outbox_url: null });
});

it('keeps the pseudo-locale to demo networks', async () => {
  expect((await config({})).locales.map(({ code }) => code)).toEqual(['en', 'de']);
  expect((await config({ demo: true })).locales.map(({ code }) => code)).toContain('en-XA');
});

it('tells a page where to report errors, or that there is nowhere', async () => {
  const errorReports = { dsn: 'https://key@errors.test/1', remotes: {}, environment: 'trial' };
  expect((await config({ errorReports })).error_reports).toEqual(errorReports);
  expect((await config({})).error_reports).toBeNull();
});

it('tells a page with whose eyes it is seen, when they are not its visitor’s own', async () => {
  const view = {
    user: { id: 1001, email: 'ines@halden.test', name: 'Halden' },
    admin: { email: 'mara@ads.test' },
    ends_at: '2026-11-22T12:30:00.000Z',
  };
  const viewIn = async (viewFor?: BootstrapDeps['viewFor']) =>
    contract.parse(await featureOf({ viewFor }).bootstrap(guest)).view;
  expect(await viewIn(async () => view)).toEqual(view);
  expect(await viewIn(async () => null)).toBeNull();
  expect(await viewIn()).toBeNull();
});

it('gives each page a ticket for where it goes to, where reports count', async () => {
  const pageTicket = (address: string) => `ticket for ${address}`;
  const req = { ...guest, ip: '203.0.113.7' } as Request;
  const ticketOf = async (changes: Partial<BootstrapDeps>) =>
    contract.parse(await featureOf(changes).bootstrap(req)).page_ticket;
  expect(await ticketOf({ pageTicket })).toBe('ticket for 203.0.113.7');
  expect(await ticketOf({})).toBeUndefined();
});
