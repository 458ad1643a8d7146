import { PUBLIC_ROWS } from './publicRows';
import { RELEASE_ROWS } from './releaseRows';
import { WHO } from './visitors';

/**
 * Every route of the server and the status that each visitor gets, to be read by eye: no column but the owners' (A, P,
 * their tokens) and the operator's may have a 2xx where `:id` stands, and somebody else's thing is 404, never 403. 403 is
 * said by role, state or scope alone, before the thing is looked for. Where a body is asked for that nobody can know (a
 * password, a code), 422 says that the caller is in.
 *
 * g guest · A advertiser who owns it · a another advertiser · P publisher who owns it · p another publisher · sA, sP
 * suspended advertiser, publisher · M admin · sM suspended admin · tr, tw, tf A's tokens to read, write, for finance ·
 * ta token of a · tP token of P · ts token of another advertiser
 * who was suspended: it reads what they read in the app · gm guest on the machine itself, who reads the outbox
 *
 * Whoever has the address of a visit to the sandbox gateway is let in, as at a gateway elsewhere: 409 is a form that the
 * page did not give out. Visits to a provider begin (303) for everybody.
 */
const ROWS = `
                                                   g   A   a   P   p   sA  sP  M   sM  tr  tw  tf  ta  tP  ts  gm
GET /healthz                                       200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

GET /readyz                                        200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

GET /metrics                                       200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

GET /dev/outbox                                    404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 200
GET /dev/outbox/latest.json                        404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 200
GET /dev/outbox/:id                                404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 200
GET /dev/outbox/:id/html                           404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 200

GET /api/auth/me                                   200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /api/auth/login                               422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /api/auth/logout                              200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /api/auth/register                            422 422 422 422 422 403 403 422 403 422 422 422 422 422 422 422
POST /api/auth/register/resend                     422 422 422 422 422 403 403 422 403 422 422 422 422 422 422 422
POST /api/auth/verify-email                        422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /api/auth/verify-email/resend                 401 202 202 202 202 202 202 202 202 401 401 401 401 401 401 401
POST /api/auth/forgot-password                     422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /api/auth/reset-password                      422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /api/auth/accept-invitation                   422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /api/auth/confirm-password                    401 422 422 422 422 422 422 422 422 401 401 401 401 401 401 401
POST /api/auth/complete-registration               401 422 422 422 422 403 403 422 403 401 401 401 401 401 401 401
POST /api/auth/complete-profile                    401 422 422 422 422 403 403 422 403 401 401 401 401 401 401 401
POST /api/auth/second-factor                       422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /api/auth/passkey/options                     200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /api/auth/passkey/verify                      422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /api/auth/confirm-passkey                     401 422 422 422 422 422 422 422 422 401 401 401 401 401 401 401
GET /api/auth/social                               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

PATCH /api/settings/profile                        401 200 200 200 200 403 403 200 403 401 401 401 401 401 401 401
GET /api/settings/appearance                       401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
PATCH /api/settings/appearance                     401 200 200 200 200 403 403 200 403 401 401 401 401 401 401 401
PUT /api/settings/password                         401 422 422 422 422 422 422 422 422 401 401 401 401 401 401 401
POST /api/settings/set-password                    401 422 422 422 422 403 403 422 403 401 401 401 401 401 401 401
GET /api/settings/sessions                         401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
DELETE /api/settings/sessions                      401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
DELETE /api/settings/sessions/:id                  401 204 404 404 404 404 404 404 404 401 401 401 401 401 401 401
GET /api/settings/factors                          401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
POST /api/settings/factors/totp                    401 200 200 200 200 403 403 200 403 401 401 401 401 401 401 401
POST /api/settings/factors/totp/confirm            401 422 422 422 422 403 403 422 403 401 401 401 401 401 401 401
DELETE /api/settings/factors/totp                  401 204 204 204 204 403 403 204 403 401 401 401 401 401 401 401
POST /api/settings/factors/recovery-codes          401 409 409 409 409 403 403 409 403 401 401 401 401 401 401 401
POST /api/settings/passkeys/options                401 200 200 200 200 403 403 200 403 401 401 401 401 401 401 401
POST /api/settings/passkeys                        401 422 422 422 422 403 403 422 403 401 401 401 401 401 401 401
PATCH /api/settings/passkeys/:id                   401 200 404 404 404 403 403 404 403 401 401 401 401 401 401 401
DELETE /api/settings/passkeys/:id                  401 204 404 404 404 403 403 404 403 401 401 401 401 401 401 401
GET /api/settings/social-connections               401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
DELETE /api/settings/social-connections/:provider  401 204 404 404 404 403 403 404 403 401 401 401 401 401 401 401
GET /api/settings/api-tokens                       401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
POST /api/settings/api-tokens                      401 422 422 422 422 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/settings/api-tokens/:id                401 204 404 404 404 404 404 403 403 401 401 401 401 401 401 401
GET /api/settings/alerts                           401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
PUT /api/settings/alerts                           401 422 422 422 422 403 403 422 403 401 401 401 401 401 401 401
GET /api/settings/alerts/delivery                  401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
PUT /api/settings/alerts/delivery                  401 200 200 200 200 403 403 200 403 401 401 401 401 401 401 401
GET /api/settings/alerts/webhook                   401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
PUT /api/settings/alerts/webhook                   401 422 422 422 422 403 403 422 403 401 401 401 401 401 401 401
DELETE /api/settings/alerts/webhook                401 204 404 404 404 403 403 404 403 401 401 401 401 401 401 401
POST /api/settings/alerts/webhook/test             401 404 404 404 404 403 403 404 403 401 401 401 401 401 401 401
GET /api/notices                                   401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
POST /api/notices/read                             401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
GET /api/settings/payment-methods                  401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
POST /api/settings/payment-methods/setups          401 422 422 422 422 403 403 403 403 401 401 401 401 401 401 401
POST /api/settings/payment-methods                 401 422 422 422 422 403 403 403 403 401 401 401 401 401 401 401
PATCH /api/settings/payment-methods/:id            401 200 404 404 404 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/settings/payment-methods/:id           401 204 404 404 404 403 403 403 403 401 401 401 401 401 401 401
GET /api/settings/privacy                          401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401
POST /api/settings/privacy/exports                 401 202 202 202 202 202 202 202 202 401 401 401 401 401 401 401
GET /api/settings/privacy/exports/:id/archive      401 200 404 404 404 404 404 404 404 401 401 401 401 401 401 401
POST /api/settings/privacy/deletion                401 422 422 422 422 422 422 422 422 401 401 401 401 401 401 401
DELETE /api/settings/privacy/deletion              401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401

POST /api/locale                                   422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422

GET /auth/social/:provider/start                   303 303 303 303 303 303 303 303 303 303 303 303 303 303 303 303
GET /auth/social/:provider/callback                303 303 303 303 303 303 303 303 303 303 303 303 303 303 303 303

GET /gateway/sandbox/setup/:id                     200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /gateway/sandbox/setup/:id                    409 409 409 409 409 409 409 409 409 409 409 409 409 409 409 409
GET /api/payment-test/:id                          401 200 404 404 404 404 404 404 404 401 401 401 401 401 401 401
POST /api/payment-test/:id                         401 200 404 404 404 403 403 404 403 401 401 401 401 401 401 401

POST /debug-tool/activate                          422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
GET /debug-tool/verify                             401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/deactivate                        401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/prove                             401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/sessions                           401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/sessions/:id/end                  401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/audit/check                        401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/traces                             401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/traces/:id                         401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/inspector/:name/:version           401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/page-data                          401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/log                               401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/xero/status                        401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/user/current                       401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/user/features                      401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/user/changes                       401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/user/update-property              401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/user/undo                         401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/account-types                      401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/users                              401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/view                              401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/view/stop                         401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/promo-codes                        401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/xero/recent-payments               401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/xero/auth                         401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/remotes                            401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/remotes/override                  401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/xero/clear-credentials            401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
POST /debug-tool/xero/invoice/:id                  401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET /debug-tool/xero/invoice/:id/pdf               401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401

GET /api/campaign-places                           401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
GET /api/campaign-drafts                           401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/campaign-drafts                          401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/campaign-drafts/:id                       401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
PUT /api/campaign-drafts/:id                       401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/campaign-drafts/:id                    401 204 404 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns                                 401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns                                401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/actions                        401 200 200 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns/:id                             401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns/:id/history                     401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/:id/history/:change/undo       401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns/page                            401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns/ids                             401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns/export.csv                      401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/budgets                        401 200 200 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/budgets/undo                   401 200 200 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/bids                           401 200 200 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/bids/undo                      401 200 200 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/:id/clone                      401 201 404 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/import/preview                 401 415 415 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/import                         401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns/views                           401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/views                          401 201 201 403 403 403 403 403 403 401 401 401 401 401 401 401
PUT /api/campaigns/views/:id                       401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/campaigns/views/:id                    401 204 404 403 403 403 403 403 403 401 401 401 401 401 401 401
PATCH /api/campaigns/:id                           401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401

GET /api/assets/uploads                            401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/assets/uploads                           401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/assets/uploads/:id                        401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
PUT /api/assets/uploads/:id                        401 415 415 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/assets/uploads/:id/finish                401 409 404 403 403 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/assets/uploads/:id                     401 204 404 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/assets/:id/file                           401 302 404 403 403 404 403 403 403 401 401 401 401 401 401 401
POST /api/assets                                   401 415 415 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/assets/native                            401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/assets/text                              401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401

GET /api/decisions/:id                             401 200 404 200 404 404 404 200 403 401 401 401 401 401 401 401

GET /api/rules                                     401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/rules                                    401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/rules/:id                                 401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
PUT /api/rules/:id                                 401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/rules/:id/dry-run                        401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/rules/:id/commands                       401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/rules/:id/log                             401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401

GET /api/campaigns/:id/troubleshoot                401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
GET /api/opportunities                             401 200 200 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/estimate                       401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns/:id/landing-check               401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
POST /api/campaigns/:id/landing-check              401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/landing-checks                           401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/campaigns/:id/reasons                     401 200 404 403 403 404 403 200 403 401 401 401 401 401 401 401

GET /api/zones/:id/no-fill                         401 403 403 200 404 403 404 200 403 401 401 401 401 401 401 401
GET /api/zones/:id/floor-advice                    401 403 403 200 404 403 404 403 403 401 401 401 401 401 401 401
GET /tag-debug/decisions/:id                       403 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403
GET /api/zones/:id/decisions                       401 403 403 200 404 403 404 200 403 401 401 401 401 401 401 401

GET /api/conversion-goals                          401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/conversion-goals                         401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/conversion-goals/:id                      401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
PATCH /api/conversion-goals/:id                    401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/conversion-goals/:id/key                  401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
POST /api/conversion-goals/:id/key                 401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/conversion-goals/:id/test                401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/postbacks/log                             401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
GET /api/postbacks/outgoing                        401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/postbacks/outgoing                       401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
PATCH /api/postbacks/outgoing/:id                  401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/postbacks/outgoing/:id                 401 204 404 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/postbacks/outgoing/:id/secret            401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/postbacks/calls                           401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/postbacks/calls/:id/send-again           401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/postbacks/calls/send-again               401 200 200 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/conversion-goals/:id/conversions          401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401

GET /postback                                      422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /postback                                     422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422

GET /pixel/:goal.gif                               422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422

GET /api/properties                                401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
POST /api/properties                               401 403 403 422 422 403 403 403 403 401 401 401 401 401 401 401
GET /api/properties/:id                            401 403 403 200 404 403 404 403 403 401 401 401 401 401 401 401
PATCH /api/properties/:id                          401 403 403 200 404 403 403 403 403 401 401 401 401 401 401 401
GET /api/properties/:id/verification               401 403 403 200 404 403 404 403 403 401 401 401 401 401 401 401
POST /api/properties/:id/verification              401 403 403 200 404 403 403 403 403 401 401 401 401 401 401 401
POST /api/properties/:id/zones                     401 403 403 201 404 403 403 403 403 401 401 401 401 401 401 401
POST /api/properties/:id/tag-debugger              401 403 403 201 404 403 403 403 403 401 401 401 401 401 401 401
POST /api/properties/:id/server-key                401 403 403 201 404 403 403 403 403 401 401 401 401 401 401 401
GET /api/properties/:id/ads-txt                    401 403 403 200 404 403 404 403 403 401 401 401 401 401 401 401
POST /api/properties/:id/ads-txt/check             401 403 403 200 404 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/properties/:id/server-key              401 403 403 204 404 403 403 403 403 401 401 401 401 401 401 401
GET /api/properties/:id/blocks                     401 403 403 200 404 403 404 403 403 401 401 401 401 401 401 401
POST /api/property-blocks                          401 403 403 200 404 403 403 403 403 401 401 401 401 401 401 401
POST /api/property-blocks/remove                   401 403 403 200 404 403 403 403 403 401 401 401 401 401 401 401
GET /api/publisher/ads                             401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401

PATCH /api/zones/:id                               401 403 403 200 404 403 403 403 403 401 401 401 401 401 401 401

GET /api/operator/users                            401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/users/:id                        401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/users/:id/status                401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/users/:id/account-type          401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/users/:id/manager               401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/users/:id/campaigns              401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/users/:id/sessions               401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/users/:id/sign-out              401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/users/:id/reset-factors         401 403 403 403 403 403 403 409 403 401 401 401 401 401 401 401

GET /api/operator/admins                           401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/admins                          401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
POST /api/operator/admins/invitations/:id/withdraw 401 403 403 403 403 403 403 204 403 401 401 401 401 401 401 401

GET /api/operator/rtb-seats                        401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/rtb-seats/properties             401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/rtb-seats                       401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
POST /api/operator/rtb-seats/:id/revoke            401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401

GET /api/operator/overview                         401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/audit                            401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/audit/check                      401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/debug-sessions                   401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/debug-sessions/:id/end          401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401

GET /api/operator/properties                       401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/properties/:id                  401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
PATCH /api/operator/campaigns/:id                  401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/reviews                          401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/reviews/:id                     401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/reviews/:id/landing-check       401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/stops                            401 403 403 403 403 403 403 404 403 401 401 401 401 401 401 401
GET /api/operator/stops/targets                    401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/stops                           401 403 403 403 403 403 403 201 403 401 401 401 401 401 401 401
POST /api/operator/stops/:id/lift                  401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401

GET /api/operator/news                             401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/news                            401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
POST /api/operator/news/preview                    401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
GET /api/operator/news/:id                         401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
PUT /api/operator/news/:id                         401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
DELETE /api/operator/news/:id                      401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
POST /api/operator/news/:id/publish                401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/news/:id/withdraw               401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/news/:id/credits                 401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/news/:id/credits                401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401

GET /api/advertiser/promo-codes                    401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/advertiser/promo-codes/preview           401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/advertiser/promo-codes/redeem            401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401

GET /api/operator/promo-codes                      401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/promo-codes                     401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
PUT /api/operator/promo-codes/:id                  401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401

GET /api/operator/credit-lines                     401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
PUT /api/operator/credit-lines/:id                 401 403 403 403 403 403 403 409 403 401 401 401 401 401 401 401

GET /api/operator/payments                         401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/payments/:id                     401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/payments/:id/refunds            401 403 403 403 403 403 403 409 403 401 401 401 401 401 401 401
POST /api/operator/bank-transfers                  401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
POST /api/operator/deposits                        401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
GET /api/operator/dead-letters                     401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/dead-letters/:queue/:id/replay  401 403 403 403 403 403 403 404 403 401 401 401 401 401 401 401

GET /api/operator/reversals                        401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/reversals/preview               401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
POST /api/operator/reversals                       401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401

GET /api/operator/hold-cases                       401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/hold-cases/:id                   401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/hold-cases/:id/decision         401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401

GET /api/operator/payouts                          401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/payouts/:id/decision            401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/payouts/:id/outcome             401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/payout-batches                   401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/payout-batches                  401 403 403 403 403 403 403 422 403 401 401 401 401 401 401 401
GET /api/operator/payout-batches/:id.csv           401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/publishers/:id/payout-terms      401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
PUT /api/operator/publishers/:id/payout-terms      401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401

GET /api/operator/xero                             401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
PUT /api/operator/xero                             401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/xero/auth                       401 403 403 403 403 403 403 409 403 401 401 401 401 401 401 401
POST /api/operator/xero/disconnect                 401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/xero/invoices/:id               401 403 403 403 403 403 403 409 403 401 401 401 401 401 401 401
GET /api/operator/xero/invoices/:id/pdf            401 403 403 403 403 403 403 404 403 401 401 401 401 401 401 401

GET /xero/auth/authorize                           401 403 403 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /xero/auth/callback                            400 400 400 400 400 400 400 400 400 400 400 400 400 400 400 400
POST /webhooks/xero                                404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404

POST /webhooks/payments/:gateway                   400 400 400 400 400 400 400 400 400 400 400 400 400 400 400 400

GET /api/referrals                                 401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
POST /api/referrals/join                           401 201 201 201 201 403 403 403 403 401 401 401 401 401 401 401
POST /api/referrals/links                          401 422 422 422 422 403 403 403 403 401 401 401 401 401 401 401
PUT /api/referrals/links/:id                       401 200 404 404 404 403 403 403 403 401 401 401 401 401 401 401
POST /api/referrals/links/:id/archive              401 200 404 404 404 403 403 403 403 401 401 401 401 401 401 401
POST /api/referrals/links/:id/restore              401 200 404 404 404 403 403 403 403 401 401 401 401 401 401 401
GET /api/referrals/links/:id/banners               401 200 404 404 404 404 404 403 403 401 401 401 401 401 401 401
GET /api/referrals/funnel                          401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
GET /api/referrals/earnings                        401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401

GET /api/operator/referrals                        401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/referrals/:id                    401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/referrals/:id/refuse            401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/referrals/:id/allow             401 403 403 403 403 403 403 409 403 401 401 401 401 401 401 401

GET /r/:link                                       302 302 302 302 302 302 302 302 302 302 302 302 302 302 302 302
GET /r/:link/:size.svg                             200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

GET /api/news                                      401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
POST /api/news/read-all                            401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
GET /api/news/:id                                  401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
POST /api/news/:id/read                            401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401

GET /api/advertiser/dashboard                      401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/advertiser/call-outs/dismiss             401 200 200 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /api/advertiser/call-outs/restore             401 204 204 403 403 403 403 403 403 401 401 401 401 401 401 401
GET /api/advertiser/funds                          401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
GET /api/advertiser/transactions                   401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
GET /api/advertiser/transactions.csv               401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
GET /api/advertiser/transactions/:id               401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
GET /api/advertiser/credit                         401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
POST /api/advertiser/deposits                      401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
PUT /api/advertiser/auto-top-up                    401 422 422 403 403 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/advertiser/auto-top-up                 401 404 404 403 403 403 403 403 403 401 401 401 401 401 401 401

GET /api/payments                                  401 200 200 403 403 200 403 403 403 401 401 401 401 401 401 401
GET /api/payments/:id                              401 200 404 403 403 404 403 403 403 401 401 401 401 401 401 401
POST /api/payments/:id/cancel                      401 200 404 403 403 403 403 403 403 401 401 401 401 401 401 401

GET /api/publisher/dashboard                       401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
GET /api/publisher/ads-txt                         401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
GET /api/publisher/seller                          401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
PUT /api/publisher/seller                          401 403 403 422 422 403 403 403 403 401 401 401 401 401 401 401
GET /sellers.json                                  200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET /api/publisher/earnings                        401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
GET /api/publisher/deductions                      401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
GET /api/publisher/payouts                         401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
GET /api/publisher/no-fill                         401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
GET /api/publisher/no-fill/export                  401 403 403 200 200 403 200 403 403 401 401 401 401 401 401 401
POST /api/publisher/payouts                        401 403 403 422 422 403 403 403 403 401 401 401 401 401 401 401

GET /api/documents                                 401 200 200 200 200 200 200 200 403 401 401 401 401 401 401 401
GET /api/documents/:id.pdf                         401 200 404 404 404 404 404 200 403 401 401 401 401 401 401 401

GET /api/help/articles                             200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET /api/help/articles/:slug                       200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

GET /api/support/conversations                     401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
POST /api/support/conversations                    401 422 422 422 422 422 422 403 403 401 401 401 401 401 401 401
GET /api/support/conversations/:id                 401 200 404 404 404 404 404 403 403 401 401 401 401 401 401 401
POST /api/support/conversations/:id/messages       401 201 404 404 404 404 404 403 403 401 401 401 401 401 401 401
POST /api/support/conversations/:id/read           401 204 404 404 404 404 404 403 403 401 401 401 401 401 401 401
POST /api/support/conversations/:id/ask-person     401 200 404 404 404 404 404 403 403 401 401 401 401 401 401 401
POST /api/support/conversations/:id/solve          401 200 404 404 404 404 404 403 403 401 401 401 401 401 401 401
POST /api/support/attachments                      401 415 415 415 415 415 415 403 403 401 401 401 401 401 401 401
GET /api/support/attachments/:id                   401 200 404 404 404 404 404 200 404 401 401 401 401 401 401 401

GET /api/operator/conversations                    401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
GET /api/operator/conversations/:id                401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/conversations/:id/messages      401 403 403 403 403 403 403 201 403 401 401 401 401 401 401 401
POST /api/operator/conversations/:id/read          401 403 403 403 403 403 403 204 403 401 401 401 401 401 401 401
POST /api/operator/conversations/:id/state         401 403 403 403 403 403 403 200 403 401 401 401 401 401 401 401
POST /api/operator/conversations/:id/attachments   401 403 403 403 403 403 403 415 403 401 401 401 401 401 401 401

GET /api/metrics                                   401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
GET /api/metrics/export                            401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401

GET /api/metrics-reports                           401 200 200 200 200 200 200 403 403 401 401 401 401 401 401 401
POST /api/metrics-reports                          401 422 422 422 422 403 403 403 403 401 401 401 401 401 401 401
PUT /api/metrics-reports/:id                       401 200 404 404 404 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/metrics-reports/:id                    401 204 404 404 404 403 403 403 403 401 401 401 401 401 401 401
PUT /api/metrics-reports/:id/schedule              401 200 404 404 404 403 403 403 403 401 401 401 401 401 401 401
DELETE /api/metrics-reports/:id/schedule           401 200 404 404 404 403 403 403 403 401 401 401 401 401 401 401

GET /api/network/summary                           200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

GET /remotes                                       404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET /remotes/registry.json                         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET /remotes/override                              303 303 303 303 303 303 303 303 303 303 303 303 303 303 303 303
GET /api/release-overrides                         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST /api/release-overrides/preview                422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422
POST /api/release-overrides                        422 422 422 422 422 403 403 422 403 422 422 422 422 422 422 422
DELETE /api/release-overrides                      204 204 204 204 204 204 204 204 204 204 204 204 204 204 204 204
DELETE /api/release-overrides/:id                  404 204 404 404 404 404 404 404 404 404 404 404 404 404 404 404

POST /api/remotes/failures                         422 422 422 422 422 422 422 422 422 422 422 422 422 422 422 422

${RELEASE_ROWS}

GET /api/translations/:locale                      200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

POST /broadcasting/auth                            401 200 403 403 403 403 403 403 403 401 401 401 401 401 401 401
POST /broadcasting/user-auth                       401 200 200 200 200 200 200 200 200 401 401 401 401 401 401 401

GET /api/config                                    200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200

GET /assets/shell                                  404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404

GET /                                              200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
`;

/** Route → the statuses in the order of `WHO`. */
export const TABLE: ReadonlyMap<string, readonly number[]> = new Map(
  `${ROWS}${PUBLIC_ROWS}`.split('\n').flatMap((line) => {
    const [, name, statuses] = /^(\S+ \S+)\s+([\d ]+)$/.exec(line) ?? [];
    if (!name || !statuses) return [];
    const row = statuses.trim().split(/\s+/).map(Number);
    if (row.length !== WHO.length) throw new Error(`The row of ${name} has ${row.length} columns`);
    return [[name, row] as const];
  }),
);
