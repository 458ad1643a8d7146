import { passkeyInput, passkeyRename, type RecoveryCodes, totpConfirmRequest } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { actorOf, requireRecentProof, requireUser } from '../../platform/auth';
import { reply, route } from '../../platform/http';
import { askingOf, noteRefusal } from './asking';
import type { FactorsService } from './factors.service';
import type { createRelyingParty } from './relyingParty';

export interface SettingsRoutesDeps {
  service: FactorsService;
  partyFor: ReturnType<typeof createRelyingParty>;
}

const params = z.object({ id: z.string() });

/** /api/settings/factors: one's own authenticator app and recovery codes. */
export function factorRoutes({ service: { totp, list } }: SettingsRoutesDeps): Router {
  const router = Router();
  router.use(requireUser);
  router.get(
    '/',
    route(({ user }) => list(user.id)),
  );
  router.post(
    '/totp',
    route(({ user, req }) => {
      requireRecentProof(req);
      return totp.begin({ user });
    }),
  );
  router.post(
    '/totp/confirm',
    route({ body: totpConfirmRequest }, async ({ body, user, req, log }) => {
      const codes = await totp.confirm(actorOf(req, user), body.code);
      log.info({ event: 'auth.totp_added', userId: user.id }, 'Two-step verification was turned on');
      return { recovery_codes: codes } satisfies RecoveryCodes;
    }),
  );
  router.delete(
    '/totp',
    route(async ({ user, req, log }) => {
      requireRecentProof(req);
      if (await totp.remove(actorOf(req, user)))
        log.info({ event: 'auth.totp_removed', userId: user.id }, 'Two-step verification was turned off');
    }),
  );
  router.post(
    '/recovery-codes',
    route(async ({ user, req, log }) => {
      requireRecentProof(req);
      const codes = await totp.renewCodes(actorOf(req, user));
      log.info({ event: 'auth.recovery_codes_made', userId: user.id }, 'Recovery codes were made');
      return { recovery_codes: codes } satisfies RecoveryCodes;
    }),
  );
  return router;
}

/**
 * /api/settings/passkeys: one's own. What a new one is made with is only given after a recent proof, and is good for
 * this person, here, for five minutes: the new passkey itself asks for no other proof.
 */
export function passkeyRoutes({ service: { passkeys }, partyFor }: SettingsRoutesDeps): Router {
  const router = Router();
  router.use(requireUser);
  router.post(
    '/options',
    route(({ user, req }) => {
      requireRecentProof(req);
      return passkeys.addOptions({ user }, askingOf(req, partyFor));
    }),
  );
  router.post(
    '/',
    route({ body: passkeyInput }, async ({ body, user, req, log }) => {
      const adding = passkeys.add(actorOf(req, user), body, askingOf(req, partyFor));
      const passkey = await noteRefusal(req, adding);
      log.info(
        { event: 'auth.passkey_added', userId: user.id, credentialId: passkey.id, synced: passkey.synced },
        'A passkey was added',
      );
      return reply(201, passkey);
    }),
  );
  router.patch(
    '/:id',
    route({ params, body: passkeyRename }, async ({ params: { id }, body, user, log }) => {
      const passkey = await passkeys.rename(user.id, id, body.name);
      log.info({ event: 'auth.passkey_renamed', userId: user.id, credentialId: id }, 'A passkey was renamed');
      return passkey;
    }),
  );
  router.delete(
    '/:id',
    route({ params }, async ({ params: { id }, user, req, log }) => {
      requireRecentProof(req);
      await passkeys.remove(actorOf(req, user), id);
      log.info({ event: 'auth.passkey_removed', userId: user.id, credentialId: id }, 'A passkey was removed');
    }),
  );
  return router;
}
