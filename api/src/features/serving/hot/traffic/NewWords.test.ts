import { SUB_IDS_MOST } from '@ezdash/contracts';
import { NOBODY } from './AddressKeys';
import { NEW_WORDS_A_DAY, NewWords } from './NewWords';

const [SITE, OTHER_SITE, ANN, BOB] = [201, 202, 7, 8];
const brings = (words: NewWords, address: number, word: string, site = SITE) =>
  words.take(site, word, () => address);
/** How many of so many words it may bring. */
const broughtBy = (words: NewWords, address: number, count: number, named = `of-${address}`, site = SITE) =>
  Array.from({ length: count }, (_, index) => brings(words, address, `${named}-${index}`, site)).filter(
    Boolean,
  ).length;

test('an address brings so many a day to each property', () => {
  const words = new NewWords();
  expect(broughtBy(words, ANN, 100)).toBe(NEW_WORDS_A_DAY);
  expect(broughtBy(words, ANN, 100, 'x', OTHER_SITE)).toBe(NEW_WORDS_A_DAY);
  expect(broughtBy(words, BOB, 100)).toBe(NEW_WORDS_A_DAY);
});

test('words that are known are free, for who brought none and for who brought too many', () => {
  const words = new NewWords();
  broughtBy(words, ANN, 100);
  expect(broughtBy(words, BOB, NEW_WORDS_A_DAY, `of-${ANN}`)).toBe(NEW_WORDS_A_DAY);
  expect(broughtBy(words, BOB, 100)).toBe(NEW_WORDS_A_DAY);
  expect(brings(words, ANN, `of-${BOB}-0`)).toBe(true);
});

test('what one may not bring another may', () => {
  const words = new NewWords();
  broughtBy(words, ANN, NEW_WORDS_A_DAY);
  expect(brings(words, ANN, 'mail')).toBe(false);
  expect(brings(words, BOB, 'mail')).toBe(true);
  expect(brings(words, ANN, 'mail')).toBe(true);
});

test('the address is asked for new words alone', () => {
  const words = new NewWords();
  const address = jest.fn(() => ANN);
  for (let time = 0; time < 3; time += 1) words.take(SITE, 'mail', address);
  expect(address).toHaveBeenCalledTimes(1);
});

test('who is told from nobody is held back by nothing but the room of a month', () => {
  const words = new NewWords();
  expect(broughtBy(words, NOBODY, SUB_IDS_MOST + 50)).toBe(SUB_IDS_MOST);
  expect(brings(words, ANN, 'mail')).toBe(false);
  expect(brings(words, ANN, `of-${NOBODY}-0`)).toBe(true);
});

test('another day begins anew', () => {
  const words = new NewWords();
  broughtBy(words, ANN, 100);
  words.clear();
  expect(broughtBy(words, ANN, 100, 'new')).toBe(NEW_WORDS_A_DAY);
});
