import {
  CLICK_MACROS,
  checkChainMacros,
  checkLandingMacros,
  escapeTimes,
  fillExample,
  macroSentence,
  nearestMacro,
} from './macros';

test.each([
  ['https://shop.example/?c={click_id}&s={site:esc2}&d={device:raw}', null],
  ['https://shop.example/?o={os}&b={browser}&l={language}&r={region}&s={sub_id}&c={cost}&x={random}', null],
  ['https://shop.example/a{b}', 'There is no macro {b}'],
  ['https://shop.example/?c={Click_id}', 'There is no macro {Click_id}. Did you mean {click_id}?'],
  ['https://shop.example/?c={click_id:twice}', '{click_id:twice}: behind the colon stands raw, esc or esc2'],
  ['https://{site}/', 'Put macros behind the domain, not into it'],
  ['https://shop.example{site}/', 'Put macros behind the domain, not into it'],
  ['https://%7bsite%7d/', 'Put macros behind the domain, not into it'],
  ['https://shop.example/?c={click_url}', 'There is no macro {click_url}'],
  ['https://shop.example/?json={"a":1}', null],
  ['https://shop.example/?json=%7B%22site%22%3A1%7D&utm[campaign]=winter&a={click_id}{zone}', null],
  ['https://shop.example/?c={{click_id}}', '{{click_id}} would not be filled in. Write {click_id}'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: another network's macro
  ['https://shop.example/?c=${click_id}', '${click_id} would not be filled in. Write {click_id}'],
  ['https://shop.example/?c={click-id}', '{click-id} would not be filled in. Write {click_id}'],
  ['https://shop.example/?c={ click_id }&x', '{ click_id } would not be filled in. Write {click_id}'],
  ['https://shop.example/?c={click_id&z={zone}', '{click_id would not be filled in. Write {click_id}'],
  ['https://shop.example/?c=[click_id]', '[click_id] would not be filled in. Write {click_id}'],
  ['https://shop.example/?c=%%CLICK_ID%%', '%%CLICK_ID%% would not be filled in. Write {click_id}'],
  ['https://shop.example/?c=__ZONEID__', '__ZONEID__ would not be filled in. Write {zone}'],
  ['https://shop.example/?c=%7Bclick_id%7D', '%7Bclick_id%7D would not be filled in. Write {click_id}'],
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

test.each([
  ['clickid', 'click_id'],
  ['CLICK_ID', 'click_id'],
  ['click_di', 'click_id'],
  ['externalid', 'click_id'],
  ['campaing', 'campaign'],
  ['subid', 'sub_id'],
  ['lang', 'language'],
  ['timestmp', 'timestamp'],
  ['gclid_of_somebody', null],
  ['x', null],
  ['', null],
  ['__proto__', null],
  ['a'.repeat(10_000), null],
])('%s is near to %s', (name, nearest) => {
  expect(nearestMacro(name)).toBe(nearest);
});

test('an address is filled in as a click would, each value as often escaped as asked', () => {
  expect(fillExample('https://x.example/?a={country}&b={site:esc2}&c={cost:raw}')).toBe(
    'https://x.example/?a=DE&b=news.example&c=0.0034',
  );
  expect(fillExample('https://x.example/{nothing}/{country:often}')).toBe(
    'https://x.example/{nothing}/{country:often}',
  );
  expect(CLICK_MACROS.every((name) => !fillExample(`{${name}}`).includes('{'))).toBe(true);
});

test('an unknown macro is named, and the one that was meant', () => {
  const sentence = (address: string) => {
    const problem = checkLandingMacros(address);
    return problem && macroSentence(problem);
  };
  expect(sentence('https://x.example/?a={clickid}')).toBe(
    'There is no macro {clickid}. Did you mean {click_id}?',
  );
  expect(sentence('https://x.example/?a={whatever_this_is}')).toBe('There is no macro {whatever_this_is}');
});
