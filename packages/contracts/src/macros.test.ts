import { checkChainMacros, checkLandingMacros, escapeTimes, macroSentence } from './macros';

test.each([
  ['https://shop.example/?c={click_id}&s={site:esc2}&d={device:raw}', null],
  ['https://shop.example/?o={os}&b={browser}&l={language}&r={region}&s={sub_id}&c={cost}&x={random}', null],
  ['https://shop.example/a{b}', 'There is no macro {b}'],
  ['https://shop.example/?c={Click_id}', 'There is no macro {Click_id}'],
  ['https://shop.example/?c={click_id:twice}', '{click_id:twice}: behind the colon stands raw, esc or esc2'],
  ['https://{site}/', 'Put macros behind the domain, not into it'],
  ['https://shop.example{site}/', 'Put macros behind the domain, not into it'],
  ['https://%7bsite%7d/', 'Put macros behind the domain, not into it'],
  ['https://shop.example/?c={click_url}', 'There is no macro {click_url}'],
  ['https://shop.example/?json={"a":1}', null],
])('a landing page at %s', (address, sentence) => {
  const problem = checkLandingMacros(address);
  expect(problem && macroSentence(problem)).toBe(sentence);
});

test.each([
  ['https://count.example/c?to={click_url}', null],
  ['https://count.example/c?to={click_url:esc2}&x=1', null],
  ['https://count.example/c?to={click_url:raw}', null],
  ['https://count.example/c?to={click_url:raw}&x=1', '{click_url:raw} must be the end'],
  ['https://count.example/c', 'The address must carry {click_url}'],
  ['https://count.example/c?to={click_url}&and={click_url}', 'There is no macro {click_url}'],
  ['https://count.example/c?to={click_id}', 'There is no macro {click_id}'],
  ['https://{click_url}/', 'Put macros behind the domain'],
])('a click chain at %s', (address, sentence) => {
  const problem = checkChainMacros(address);
  if (sentence === null) expect(problem).toBeNull();
  else expect(problem && macroSentence(problem)).toContain(sentence);
});

test('0, 1 and 2 folds', () => {
  expect([0, 1, 2].map((fold) => escapeTimes('a b', fold as 0 | 1 | 2))).toEqual(['a b', 'a%20b', 'a%2520b']);
});
