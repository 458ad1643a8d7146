import { companyName, type Facts, mailboxOf, phoneNumber, rulesMet, taxNumber } from './rules';

const facts = (given: Partial<Facts> = {}): Facts => ({
  email: 'somebody@one.test',
  linkedEmails: [],
  phone: null,
  company: null,
  taxId: null,
  domains: [],
  instruments: [],
  ...given,
});
const other = (given: Partial<Facts> = {}) => facts({ email: 'else@two.test', ...given });

it.each([
  ['A.Person+ads@Gmail.com', 'aperson@gmail.com'],
  ['a.person@googlemail.com', 'aperson@gmail.com'],
  ['a.person+x@one.test', 'a.person@one.test'],
])('the mailbox of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

it.each([
  ['Acme Média GmbH & Co. KG', 'acme media'],
  ['ACME-Media, Inc.', 'acme media'],
  ['GmbH', 'gmbh'],
  [null, ''],
])('the company %s is %s', (name, core) => expect(companyName(name)).toBe(core));

it('numbers are compared without the signs between them, and too short ones never', () => {
  expect(taxNumber('de 123.456-7')).toBe('DE1234567');
  expect(phoneNumber('0049 (30) 123-456')).toBe('4930123456');
  expect(phoneNumber('+49 30 123456')).toBe('4930123456');
  expect(phoneNumber('12345')).toBe('');
});

describe('rulesMet', () => {
  it('is nothing for two who share nothing', () => expect(rulesMet(facts(), other(), false)).toEqual([]));

  it('takes nothing for something: two without any of it are not the same', () => {
    const nothing = { company: '', taxId: '', phone: '', domains: [''], instruments: [''] };
    expect(rulesMet(facts(nothing), other(nothing), false)).toEqual([]);
  });

  it.each<[string, Partial<Facts>, Partial<Facts>, boolean]>([
    ['same-account', { linkedEmails: ['else@two.test'] }, {}, false],
    ['same-account', {}, { linkedEmails: ['some.body+x@one.test', 'somebody@one.test'] }, false],
    ['same-account', { phone: '+49 30 123456' }, { phone: '004930123456' }, false],
    ['same-email', { email: 'else+brought@two.test' }, {}, false],
    ['same-domain', { domains: ['www.two.test'] }, {}, false],
    ['same-domain', {}, { domains: ['one.test'] }, false],
    ['same-domain', { domains: ['site.test'] }, { domains: ['www.site.test'] }, false],
    [
      'same-payment',
      { instruments: ['card|visa|4242|2029-04'] },
      { instruments: ['card|visa|4242|2029-04'] },
      false,
    ],
    ['same-company', { company: 'Fern & Field GmbH' }, { company: 'fern field' }, false],
    ['same-company', { taxId: 'DE 123456789' }, { taxId: 'DE123456789' }, false],
    ['same-device', {}, {}, true],
  ])('%s', (reason, referrer, referred, sameDevice) =>
    expect(rulesMet(facts(referrer), other(referred), sameDevice)).toEqual([reason]),
  );

  it('names all that are met, in their order', () => {
    const same = { email: 'a@gmail.com', company: 'Acme' };
    expect(rulesMet(facts(same), other({ ...same, email: 'a+b@gmail.com' }), true)).toEqual([
      'same-email',
      'same-company',
      'same-device',
    ]);
  });
});
