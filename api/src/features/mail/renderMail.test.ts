import fc from 'fast-check';
import { BadMailData, renderMail } from './renderMail';
import { parseSender } from './smtp';
import de from './templates/de.json';
import en from './templates/en.json';
import { TEMPLATE_NAMES, type TemplateData, type TemplateName } from './templates/templates';
import { MAIL_LOCALES, mailLocale, wordsOf } from './templates/words';
import { TEST_DATA, TEST_SITE } from './testMails';

const every = TEMPLATE_NAMES.flatMap((template) => MAIL_LOCALES.map((locale) => ({ template, locale })));
const render = <Name extends TemplateName>(template: Name, data: TemplateData[Name], locale = 'en') =>
  renderMail(TEST_SITE, { template, locale, data });
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

describe('every template in every language', () => {
  it.each(every)('$template in $locale is whole', ({ template, locale }) => {
    const { subject, text, html } = render(template, TEST_DATA[template], locale);
    const said = [
      subject,
      text,
      html.replace(/<!doctype html>/, '').replace(/<style>[\s\S]*?<\/style>/, ''),
    ].join('\n');
    expect(said).not.toMatch(/\{\w+\}|undefined|\[object|\bNaN\b/);
    // No key of the texts shows.
    for (const key of Object.keys(en)) expect(said).not.toContain(key);
    expect(said).not.toMatch(/[!…]|please|successfully|bitte|erfolgreich/i);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toContain(`<html lang="${locale}" dir="ltr">`);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|@font-face/);
    expect(html.match(/class="ez-button"/g)).toHaveLength(1);
    expect(text).toContain(TEST_SITE.appName);
    // Text and HTML lead to the same address, which begins with the app's.
    const [, href = ''] = /<a href="([^"]+)"/.exec(html) ?? [];
    expect(href).toMatch(/^https:\/\/ads\.example\//);
    expect(text).toContain(href.replaceAll('&amp;', '&'));
    for (const line of text.split('\n')) expect(line.length <= 76 || line.startsWith('https://')).toBe(true);
  });

  it('is the same in both languages but for the words', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    const german: Readonly<Record<string, string>> = de;
    for (const [key, text] of Object.entries(en))
      expect([key, placeholders(german[key] ?? '')]).toEqual([key, placeholders(text)]);
  });

  it('differs between the languages', () => {
    for (const template of TEMPLATE_NAMES)
      expect(render(template, TEST_DATA[template], 'de').subject).not.toBe(
        render(template, TEST_DATA[template], 'en').subject,
      );
  });
});

describe('what is filled in', () => {
  const nasty = `<img src=x onerror="alert(1)"> & 'quoted' </td></html>`;

  it('is escaped in HTML and as it is in the text', () => {
    const { html, text } = render('account-rejected', { reason: nasty });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;quoted&#39;');
    expect(text.replaceAll('\n> ', ' ')).toContain(nasty);
  });

  it.each(TEMPLATE_NAMES)('cannot add an element to %s', (template) => {
    const count = (html: string) => html.match(/<[a-z]/gi)?.length;
    const data: Record<string, unknown> = { ...TEST_DATA[template] };
    for (const field of [
      'reason',
      'device',
      'place',
      'tokenName',
      'campaign',
      'property',
      'domain',
      'message',
      'brand',
    ])
      if (typeof data[field] === 'string') data[field] = nasty;
    const filled = renderMail(TEST_SITE, { template, locale: 'en', data });
    const plain = renderMail(TEST_SITE, {
      template,
      locale: 'en',
      data: JSON.parse(JSON.stringify(data).replaceAll('<', '(').replaceAll('>', ')')),
    });
    expect(count(filled.html)).toBe(count(plain.html));
  });

  it('never breaks the line of a subject', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (name) => {
        const tokenName = `a${name}\r\nBcc: thief@example.com\u2028\u0085x`.slice(0, 200);
        const { subject } = render('api-token-expiring', { ...TEST_DATA['api-token-expiring'], tokenName });
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(subject.length).toBeLessThanOrEqual(150);
      }),
    );
  });

  it('neither turns the direction of writing nor hides behind control characters', () => {
    const { text, html } = render('new-login', {
      ...TEST_DATA['new-login'],
      device: 'A\u202eB\u0000C\u001b[31m',
    });
    for (const each of [text, html]) expect(each).toContain('ABC[31m');
  });

  it('must fit the template, and the error does not repeat it', () => {
    const data = { token: 'not a token, but a secret', expiresInMinutes: 0 };
    expect(() => render('verify-email', data)).toThrow(BadMailData);
    expect(() => render('verify-email', data)).toThrow(/token \(\w+\), expiresInMinutes \(\w+\)$/);
    expect(() => render('verify-email', data)).not.toThrow(/secret/);
  });

  it('is encoded in links', () => {
    const { text } = render('verify-email', { token: 'abcdefgh-ijklmnop_~.x', expiresInMinutes: 30 });
    expect(text).toContain('https://ads.example/auth/verify-email?token=abcdefgh-ijklmnop_%7E.x');
  });
});

describe('times, durations and languages', () => {
  it.each([
    ['en', 'Europe/Berlin', '21 November 2026 at 14:02 CET'],
    ['de', 'Europe/Berlin', '21. November 2026 um 14:02 MEZ'],
    ['en', 'Nowhere/Land', '21 November 2026 at 13:02 UTC'],
  ] as const)('in %s, zone %s: %s', (locale, zone, expected) => {
    expect(wordsOf(locale).time('2026-11-21T13:02:00Z', zone)).toBe(expected);
  });

  it.each([
    ['en', 60, '1 hour'],
    ['en', 1440, '1 day'],
    ['de', 30, '30 Minuten'],
    ['de', 2880, '2 Tage'],
  ] as const)('in %s, %i minutes: %s', (locale, minutes, expected) => {
    expect(wordsOf(locale).duration(minutes)).toBe(expected);
  });

  it('reads English for everybody else', () => {
    expect(['de', 'de-AT', 'en-XA', 'fr', null].map(mailLocale)).toEqual(['de', 'de', 'en', 'en', 'en']);
  });

  it('refuses a text with a gap', () => {
    expect(() => wordsOf('en').t('verify-email.text')).toThrow('appName');
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['no-reply@ads.example', { name: 'EzDash', address: 'no-reply@ads.example' }],
    ['Ads team <team@ads.example>', { name: 'Ads team', address: 'team@ads.example' }],
    ['"Ads, team" <team@ads.example>', { name: 'Ads, team', address: 'team@ads.example' }],
    ['team', null],
    ['a@b <c@d> <e@f>', null],
    ['Team\r\nBcc: x <team@ads.example>', null],
  ])('%j', (text, expected) => {
    expect(parseSender(text, 'EzDash')).toEqual(expected);
  });
});
