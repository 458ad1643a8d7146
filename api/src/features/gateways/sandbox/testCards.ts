/** What the sandbox takes: published test numbers alone, so that nobody leaves a real one there. */
export interface TestCard {
  number: string;
  brand: string;
  /** Digits of its security code. */
  codeLength: 3 | 4;
  accepted: boolean;
  /** What comes of charging it once it is kept; it is paid unless something else stands here. */
  charged?: 'declined' | 'confirm';
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', codeLength: 3, accepted: true },
  { number: '5555555555554444', brand: 'Mastercard', codeLength: 3, accepted: true },
  { number: '378282246310005', brand: 'American Express', codeLength: 4, accepted: true },
  { number: '4000000000000002', brand: 'Visa', codeLength: 3, accepted: false },
  { number: '4000000000000341', brand: 'Visa', codeLength: 3, accepted: true, charged: 'declined' },
  { number: '4000002760003184', brand: 'Visa', codeLength: 3, accepted: true, charged: 'confirm' },
];

/** The books keep the last four alone, by which test cards differ. */
export const cardEnding = (last4: string): TestCard | undefined =>
  TEST_CARDS.find(({ number }) => number.endsWith(last4));

export interface TestAccount {
  iban: string;
  bank: string;
  accepted: boolean;
}

export const TEST_ACCOUNTS: readonly TestAccount[] = [
  { iban: 'DE89370400440532013000', bank: 'Test bank Germany', accepted: true },
  { iban: 'AT611904300234573201', bank: 'Test bank Austria', accepted: true },
  { iban: 'NL91ABNA0417164300', bank: 'Test bank Netherlands', accepted: true },
  { iban: 'GB29NWBK60161331926819', bank: 'Test bank United Kingdom', accepted: true },
  { iban: 'DE62370400440532013001', bank: 'Test bank Germany', accepted: false },
];

/** In groups of four, as on the card. */
export const grouped = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');
