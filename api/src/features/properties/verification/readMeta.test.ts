import { readMeta } from './readMeta';

const META = '<meta name="ezdash-verification" content="token-1">';
const inHead = (html: string) => readMeta(html).inHead;

test.each([
  ['an ordinary page', `<!doctype html><html><head><title>A & b</title>${META}</head><body>x</body></html>`],
  ['a page without the tags that may be left out', `<title>x</title>${META}<p>y`],
  [
    'upper case and single quotes',
    `<HEAD><META CONTENT='token-1' NAME='EzDash-Verification' /></HEAD><body>`,
  ],
  ['behind scripts, styles and comments', `<head><script>a<b</script><style>p>a{}</style><!-- x -->${META}`],
  ['values without quotes', '<head><meta name=ezdash-verification content=token-1>'],
  ['behind a very long script', `<head><script>${'x'.repeat(100_000)}</script>${META}`],
])('reads the element of %s', (_what, html) => {
  expect(readMeta(html)).toEqual({ inHead: ['token-1'], isInBody: false });
});

test.each([
  ['a comment', `<head><!-- ${META} --></head>`],
  ['a comment that does not end', `<head><!-- ${META}`],
  ['a script', `<head><script>document.write('${META}')</script></head>`],
  ['a title', `<head><title>${META}</title></head>`],
  ['a style', `<head><style>${META}</style></head>`],
  ['an attribute', `<head><link title='${META}'></head>`],
  ['a template', `<head><template>${META}</template></head>`],
  ['a field of many lines', `<body><textarea>${META}</textarea>`],
  ['another name', '<head><meta name="other" content="token-1"></head>'],
  ['nothing', ''],
])('what stands in %s is no element', (_what, html) => {
  expect(readMeta(html)).toEqual({ inHead: [], isInBody: false });
});

test.each([
  ['in the body', `<head></head><body>${META}`],
  ['behind text', `<head>Hello ${META}`],
  ['behind an element of the body', `<title>x</title><div>${META}</div>`],
  ['behind the end of the head', `<head></head>${META}`],
])('an element %s is told apart', (_what, html) => {
  expect(readMeta(html)).toEqual({ inHead: [], isInBody: true });
});

test('all of several are read, and one without a value is an empty one', () => {
  expect(inHead(`<head><meta name="ezdash-verification">${META}`)).toEqual(['', 'token-1']);
});

test('a page made to be slow is given up: a tag with very many attributes, elements in elements', () => {
  const attributes = Array.from({ length: 60_000 }, (_, at) => at.toString(36)).join(' ');
  expect(inHead(`<head><link ${attributes}>${META}`)).toEqual([]);
  expect(readMeta(`${'<div>'.repeat(50_000)}${META}`)).toEqual({ inHead: [], isInBody: true });
});
