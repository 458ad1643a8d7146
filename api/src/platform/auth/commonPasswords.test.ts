import { PASSWORD_MIN_LENGTH } from '@ezdash/contracts/constants';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordProblem } from './commonPasswords';

const OWNER = { email: 'jonas.frei+ads@alpine.example', company: 'Fern & Field', appName: 'EzDash' };
const COMMON = 'This password is too common. Choose one that nobody else would think of';
const OWN = 'Choose a password that is not your e-mail address, your company or the name of this site';
const longEnough = (text: string) => text.length >= PASSWORD_MIN_LENGTH;

test('every common password of the lists that is long enough is refused, and far more than 3,000 in all', () => {
  const words = dictionary['passwords-common'];
  const listed = words.filter(longEnough);
  // What the shorter ones become where ten characters are asked for.
  const stretched = words
    .slice(0, 3_000)
    .flatMap((word) => [
      `${word}${word}`,
      `${word}123`,
      `${word}1234`,
      `${word}2026`,
      `${word}!`,
      `${word}12345`,
    ])
    .filter(longEnough);
  const all = new Set([...listed, ...stretched]);
  expect(listed.length).toBeGreaterThan(1_500);
  expect(all.size).toBeGreaterThan(10_000);
  expect([...all].filter((password) => passwordProblem(password, OWNER) !== COMMON)).toEqual([]);
});

test.each([
  'Password123',
  'PASSWORD-123',
  'p@ssw0rd2026',
  'passwordpassword',
  'qwertyuiop',
  'qwertzuiopasd',
  '1234567890',
  '890123456789',
  'abcdefghijkl',
  'aaaaaaaaaaaa',
  '1212121212',
  'abcabcabcab',
  'Sunshine2026',
  'trustno1!!!',
])('%s is common', (password) => expect(passwordProblem(password, OWNER)).toBe(COMMON));

test.each([
  'jonas.frei+ads@alpine.example',
  'Jonas.Frei+ads',
  'jonasfrei99',
  'jonas.freijonas.frei',
  'Fern & Field',
  'fernfield2026',
  'FernFieldFernField',
  'ezdash123456789',
  'EzDashEzDash',
  '3zd4sh!!!!!!',
])('%s is who chooses it', (password) => expect(passwordProblem(password, OWNER)).toBe(OWN));

test.each([
  'correct horse battery',
  'a-password-of-the-tests',
  'demo-password-of-the-tests',
  'xkqvz81939',
  'x!7#k$@2^&',
  'tigers eat 14 melons',
  'my dog hates password123',
  'ezdash is what I work with',
  'ünüsüal-wörds',
  'Jo7$kd92nwq',
])('%s is fine', (password) => expect(passwordProblem(password, OWNER)).toBeNull());

test('a name of few letters forbids nothing', () => {
  const owner = { email: 'al@x.test', company: 'Al', appName: 'Ez' };
  expect(passwordProblem('al8237465019', owner)).toBeNull();
});
