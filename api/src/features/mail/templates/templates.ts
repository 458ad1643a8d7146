import { z } from 'zod';
import { button, facts, paragraph, quote } from '../render/content';
import { ALERT_TEMPLATES } from './alertTemplates';
import { CREDIT_TEMPLATES } from './creditTemplates';
import { passwordChanged } from './passwordChanged';
import { paymentMethodChanged } from './paymentMethodChanged';
import { PAYMENT_TEMPLATES } from './paymentTemplates';
import { PAYOUT_TEMPLATES } from './payoutTemplates';
import { REPORT_TEMPLATES } from './reportTemplates';
import { securityChanged } from './securityChanged';
import { frame, MINUTES, NAME, REASON, TIME, TIME_ZONE, TOKEN, template } from './template';

export type { TemplateTools } from './template';

function linkMail(name: 'verify-email' | 'reset-password') {
  return template(z.object({ token: TOKEN, expiresInMinutes: MINUTES }), (data, tools) => {
    const { words, appName, link } = tools;
    return frame(name, tools, [
      paragraph(words.t(`${name}.text`, { appName })),
      button(words.t(`${name}.button`), link(`/auth/${name}`, { token: data.token })),
      paragraph(words.t(`${name}.expiry`, { duration: words.duration(data.expiresInMinutes) })),
    ]);
  });
}

const adminInvitation = template(
  z.object({ token: TOKEN, invitedBy: z.string().min(1).max(254), expiresInMinutes: MINUTES }),
  ({ token, invitedBy, expiresInMinutes }, tools) => {
    const { words, appName, link } = tools;
    return frame('admin-invitation', tools, [
      paragraph(words.t('admin-invitation.text', { appName, invitedBy })),
      button(words.t('admin-invitation.button'), link('/auth/invitation', { token })),
      paragraph(words.t('admin-invitation.expiry', { duration: words.duration(expiresInMinutes) })),
    ]);
  },
);

const alreadyRegistered = template(z.object({}), (_data, tools) => {
  const { words, appName, link } = tools;
  return frame('already-registered', tools, [
    paragraph(words.t('already-registered.text', { appName })),
    paragraph(words.t('already-registered.next')),
    button(words.t('already-registered.button'), link('/auth/login')),
  ]);
});

function verdictMail(name: 'account-rejected' | 'account-suspended') {
  return template(z.object({ reason: REASON }), (data, tools) => {
    const { words, appName, link } = tools;
    return frame(name, tools, [
      paragraph(words.t(`${name}.text`, { appName })),
      quote(data.reason),
      paragraph(words.t(`${name}.next`)),
      button(words.t(`${name}.button`), link('/auth/status')),
    ]);
  });
}

const newLogin = template(
  z.object({ device: NAME, place: NAME.nullable(), signedInAt: TIME, timeZone: TIME_ZONE }),
  ({ device, place, signedInAt, timeZone }, tools) => {
    const { words, appName, link } = tools;
    return frame('new-login', tools, [
      paragraph(words.t('new-login.text', { appName })),
      facts(
        [words.t('fact.device'), device],
        [words.t('fact.place'), place ?? words.t('place.unknown')],
        [words.t('fact.time'), words.time(signedInAt, timeZone)],
      ),
      paragraph(words.t('new-login.warning')),
      button(words.t('new-login.button'), link('/settings/password')),
    ]);
  },
);

const apiTokenExpiring = template(
  z.object({ tokenName: NAME, expiresAt: TIME, timeZone: TIME_ZONE }),
  ({ tokenName, expiresAt, timeZone }, tools) => {
    const { words, link } = tools;
    const blocks = [
      facts([words.t('fact.token'), tokenName], [words.t('fact.expires'), words.time(expiresAt, timeZone)]),
      paragraph(words.t('api-token-expiring.text')),
      button(words.t('api-token-expiring.button'), link('/settings/api')),
    ];
    return frame('api-token-expiring', tools, blocks, { tokenName });
  },
);

const accountApproved = template(
  z.object({ role: z.enum(['advertiser', 'publisher']) }),
  ({ role }, tools) => {
    const { words, appName, link } = tools;
    return frame('account-approved', tools, [
      paragraph(words.t(`account-approved.${role}`, { appName })),
      button(words.t('account-approved.button'), link(`/${role}/dashboard`)),
    ]);
  },
);

const dataExportReady = template(
  z.object({ expiresAt: TIME, timeZone: TIME_ZONE }),
  ({ expiresAt, timeZone }, tools) => {
    const { words, appName, link } = tools;
    return frame('data-export-ready', tools, [
      paragraph(words.t('data-export-ready.text', { appName })),
      button(words.t('data-export-ready.button'), link('/settings/profile')),
      paragraph(words.t('data-export-ready.expiry', { time: words.time(expiresAt, timeZone) })),
    ]);
  },
);

const accountDeletionScheduled = template(
  z.object({ deletesAt: TIME, timeZone: TIME_ZONE }),
  ({ deletesAt, timeZone }, tools) => {
    const { words, appName, link } = tools;
    const time = words.time(deletesAt, timeZone);
    return frame('account-deletion-scheduled', tools, [
      paragraph(words.t('account-deletion-scheduled.text', { appName, time })),
      paragraph(words.t('account-deletion-scheduled.next')),
      button(words.t('account-deletion-scheduled.button'), link('/settings/profile')),
    ]);
  },
);

/** Every mail there is, by name: what it is filled with, and how it reads. */
export const TEMPLATES = {
  'verify-email': linkMail('verify-email'),
  'admin-invitation': adminInvitation,
  'already-registered': alreadyRegistered,
  'reset-password': linkMail('reset-password'),
  'password-changed': passwordChanged,
  'security-changed': securityChanged,
  'new-login': newLogin,
  'api-token-expiring': apiTokenExpiring,
  'account-approved': accountApproved,
  'account-rejected': verdictMail('account-rejected'),
  'account-suspended': verdictMail('account-suspended'),
  'data-export-ready': dataExportReady,
  'account-deletion-scheduled': accountDeletionScheduled,
  'payment-method-changed': paymentMethodChanged,
  ...PAYMENT_TEMPLATES,
  ...PAYOUT_TEMPLATES,
  ...CREDIT_TEMPLATES,
  ...REPORT_TEMPLATES,
  ...ALERT_TEMPLATES,
};

export type TemplateName = keyof typeof TEMPLATES;
/** What each template is filled with. */
export type TemplateData = { [Name in TemplateName]: z.input<(typeof TEMPLATES)[Name]['data']> };

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];
export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);
