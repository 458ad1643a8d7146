import { composeTranslations, withFallback } from './composeTranslations';
import { pseudoText, pseudoTexts } from './pseudoLocale';

describe('pseudo-locale', () => {
  it.each([
    ['Save', '[Šàṽé~~]'],
    ['{{count}} of {{total, number}} left', '[{{count}} öƒ {{total, number}} ļéƒţ~~~~]'],
    ['Read <1>the <b>terms</b></1> &amp; go on', '[Ŕéàð <1>ţĥé <b>ţéŕɱš</b></1> &amp; ĝö öñ~~~~~~~~~]'],
    ['$t(ui:size.banner) only', '[$t(ui:size.banner) öñļý~~]'],
    ['3 < 5', '[3 < 5~~]'],
    ['{{name}}', '{{name}}'],
    ['', ''],
  ])('%s → %s', (text, expected) => expect(pseudoText(text)).toBe(expected));

  it('is at least 40 % longer', () => {
    const text = 'Campaigns that wait for a reviewer';
    expect(pseudoText(text).length).toBeGreaterThanOrEqual(text.length * 1.4);
  });

  it('keeps the shape of the file', () => {
    expect(pseudoTexts({ a: { b: 'x', list: ['y'] }, n: 1 })).toEqual({
      a: { b: '[ẋ~]', list: ['[ý~]'] },
      n: 1,
    });
  });
});

describe('composeTranslations', () => {
  const sources = {
    shell: { en: { menu: { home: 'Home', help: 'Help' } }, de: { menu: { home: 'Start' } } },
    advertiser: { en: { title: 'Campaigns' } },
  };

  it('takes English where the language has nothing', () => {
    expect(composeTranslations(sources, 'de')).toEqual({
      locale: 'de',
      dir: 'ltr',
      translations: { shell: { menu: { home: 'Start', help: 'Help' } }, advertiser: { title: 'Campaigns' } },
    });
  });

  it('makes the pseudo-locale of English', () => {
    expect(composeTranslations(sources, 'en-XA').translations.advertiser).toEqual({
      title: '[Çàɱþàîĝñš~~~~]',
    });
  });

  it('changes none of its sources', () => {
    const under = { a: { b: '1' } };
    withFallback({ a: { c: '2' } }, under);
    expect(under).toEqual({ a: { b: '1' } });
  });
});
