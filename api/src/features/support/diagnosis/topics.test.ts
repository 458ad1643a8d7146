import { askedKinds, isElsewhere, isOfMoney } from './topics';

test.each([
  ['Why is it unfunded?', 'campaign-unfunded'],
  ['Warum ist sie ohne Guthaben?', 'campaign-unfunded'],
  ['The total budget is not used up', 'campaign-total-rest'],
  ['Why was it rejected', 'campaign-rejected'],
  ['Warum wurde sie abgelehnt?', 'property-rejected'],
  ['The tag does nothing', 'zone-no-tag'],
  ['Wie lange dauert die Prüfung', 'campaign-in-review'],
  ['no impressions since noon', 'campaign-loses-auctions'],
])('%s', (text, kind) => {
  expect([...askedKinds(text)]).toContain(kind);
});

test('a greeting and other things ask for nothing', () => {
  expect(askedKinds('Guten Tag, wo finde ich die Rechnung mit unserer Umsatzsteuernummer?').size).toBe(0);
  expect(askedKinds('Can I add a second user?').size).toBe(0);
});

test('what no figures answer is told from what they may', () => {
  for (const text of ['The API answers 500', 'I lost my Passwort', 'How do I delete the account?'])
    expect(isElsewhere(text)).toBe(true);
  for (const text of ['Hello', 'It stopped', 'Nothing happens since noon'])
    expect(isElsewhere(text)).toBe(false);
});

test.each([
  'When am I paid? My pending money',
  'My balance: how much money do I have left',
  'Is the payable amount right?',
  'Where are my earnings of October',
  'Where is the invoice?',
  'VAT number',
  'I want to withdraw',
  'Wann werde ich ausgezahlt',
  'Wie hoch ist mein Guthaben?',
  'Die Monatsrechnung fehlt',
  'Umsatzsteuer-ID',
  'Überweisung kam nicht an',
  'What is pending?',
])('a person answers of money: %s', (text) => {
  expect(isOfMoney(text)).toBe(true);
});

test.each([
  'My site is pending, how long does the review take?',
  'Why is it unfunded?',
  'Warum ist sie ohne Guthaben?',
  'The billboard stays empty',
  'Die Berechnung der Steuerung',
  'The daily budget is used up',
  'Vier Zahlen sind falsch',
])('not of money: %s', (text) => {
  expect(isOfMoney(text)).toBe(false);
});
