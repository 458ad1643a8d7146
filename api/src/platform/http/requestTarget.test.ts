import { originForm } from './requestTarget';

test.each([
  ['/serve?zones=a', '/serve?zones=a'],
  ['//ads.example/x', '//ads.example/x'],
  ['http://ads.example/serve?zones=a', '/serve?zones=a'],
  ['HTTPS://ads.example:8080/e/i/x', '/e/i/x'],
  ['http://[2001:db8::7]:80/x', '/x'],
  ['http://ads.example', '/'],
  ['http://ads.example?zones=a', '/?zones=a'],
  ['http://ads.example#x', '/#x'],
])('%s as path and query', (target, expected) => expect(originForm(target)).toBe(expected));

test.each([
  '',
  '*',
  '?',
  '%',
  'serve',
  'ads.example:443',
  'http:',
  'http://',
  'http:///x',
  'http://?x',
  'http://[',
  'http://[::1',
  'http://:80/x',
  'http://someone@ads.example/',
  'http://ads.example:port/',
  'ftp://ads.example/serve',
])('%s names no path', (target) => expect(originForm(target)).toBeNull());
