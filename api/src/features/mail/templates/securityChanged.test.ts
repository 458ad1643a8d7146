import { renderMail } from '../renderMail';
import { TEST_DATA, TEST_SITE } from '../testMails';
import type { TemplateData } from './templates';

type Data = TemplateData['security-changed'];

const textOf = (change: Partial<Data>, locale = 'en') =>
  renderMail(TEST_SITE, {
    template: 'security-changed',
    locale,
    data: { ...TEST_DATA['security-changed'], ...change },
  }).text.replace(/\s+/g, ' ');

test('a new token is named, and leads to where it is revoked', () => {
  const made = { what: 'api-token-made', tokenName: 'Nightly report' } as const;
  const text = textOf(made);
  expect(text).toContain('Token: Nightly report');
  expect(text).toContain('revoke the token now');
  expect(text).toContain('https://ads.example/settings/api');
  expect(textOf(made, 'de')).toContain('widerrufen Sie den Token');
});

test('the last notice of new sign-ins leads to where they are told again', () => {
  const text = textOf({ what: 'new-login-alerts-off' });
  expect(text).toContain('turn these mails on again');
  expect(text).toContain('https://ads.example/settings/alerts');
  expect(textOf({ what: 'new-login-alerts-off' }, 'de')).toContain('https://ads.example/settings/alerts');
});

test('what the support did names no device', () => {
  const text = textOf({ what: 'factors-reset', device: undefined });
  expect(text).not.toContain('Device:');
  expect(text).toContain('https://ads.example/settings/password');
});

test.each(['en', 'de'])('another default method of payment is told in %s', (locale) => {
  const data = { ...TEST_DATA['payment-method-changed'], change: 'default' as const };
  for (const kind of ['card', 'bank_account'] as const)
    expect(
      renderMail(TEST_SITE, { template: 'payment-method-changed', locale, data: { ...data, kind } }).text,
    ).toMatch(locale === 'de' ? /als\s+Standard/ : /default/);
});
