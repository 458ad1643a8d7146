import { HTML5 } from '@ezdash/contracts';
import { inspectBundle } from './html5Bundle';
import { DEAD_BUNDLES, TRADE_BUNDLES } from './testTradeBundles';
import { BUNDLE, PAGE, type TestFile, zipOf } from './testZip';

/** The bundle with other files in it, or with others in place of those of the same name. */
const withFiles = (...files: TestFile[]) =>
  zipOf([...BUNDLE.filter(({ name }) => !files.some((file) => file.name === name)), ...files]);
const withPage = (text: string) => withFiles({ name: 'index.html', text });

test('a bundle is unpacked and measured, its page told where clicks go', async () => {
  const inspection = await inspectBundle(zipOf(BUNDLE));
  expect(inspection).toMatchObject({
    ok: true,
    bundle: { size: { width: 300, height: 250 }, parts: { files: 4, click_chain: null } },
  });
  const files = inspection.ok ? inspection.bundle.files : [];
  expect(files.map(({ name }) => name)).toEqual(['index.html', 'style.css', 'shoe.svg', 'js/ad.js']);
  expect(files[0]?.bytes.toString()).toMatch(
    /^<!doctype html><script>.*clickTag.*<\/script><html><head><meta name="ad.size"/,
  );
});

test('a folder around it, and what a desktop adds, are left out', async () => {
  const zip = zipOf([
    { name: 'ad/', text: '' },
    ...BUNDLE.map((file) => ({ ...file, name: `ad/${file.name}` })),
    { name: '__MACOSX/ad/._index.html', text: 'x' },
    { name: 'ad/.DS_Store', text: 'x' },
  ]);
  const inspection = await inspectBundle(zip);
  expect(inspection.ok && inspection.bundle.files.map(({ name }) => name)).toEqual(
    BUNDLE.map(({ name }) => name),
  );
});

test('a click chain is read from its meta', async () => {
  const meta = '<meta name="ad.click" content="https://count.example/c?a=1&amp;to={click_url:esc2}">';
  const inspection = await inspectBundle(withPage(PAGE.replace('</head>', `${meta}</head>`)));
  expect(inspection.ok && inspection.bundle.parts.click_chain).toBe(
    'https://count.example/c?a=1&to={click_url:esc2}',
  );
});

test.each([...TRADE_BUNDLES, ...DEAD_BUNDLES])('as tools export it: $title', async ({ zip }) => {
  const inspection = await inspectBundle(zip);
  expect(inspection).toMatchObject({ ok: true, bundle: { size: { width: 300, height: 250 } } });
  expect(inspection.ok && inspection.bundle.files[0]?.name).toBe('index.html');
});

test('what stands in for ad servers comes before the ad, for those that it calls alone', async () => {
  const files = await inspectBundle(withPage(`${PAGE}<script>EB.clickthrough()</script>`));
  const page = files.ok ? files.bundle.files.find(({ name }) => name === 'index.html')?.bytes.toString() : '';
  expect(page).toMatch(/\["EB"\]\)<\/script><html>/);
  const without = await inspectBundle(zipOf(BUNDLE));
  expect(without.ok && without.bundle.files[0]?.bytes.toString().match(/<script>\(/g)).toHaveLength(1);
});

const otf = Buffer.from('OTTO font');
test.each<[string, TestFile[]]>([
  ['blanks and signs', [{ name: 'img/Shoe (1) + 50% & more, é_ü~#1!.svg', text: '<svg/>' }]],
  ['other scripts', [{ name: 'картинки/シューズ.svg', text: '<svg/>' }]],
  ['a map of a script, which is left out', [{ name: 'js/ad.js.map', text: '{' }]],
  [
    'what desktops leave',
    [
      { name: 'desktop.ini', text: '\0' },
      { name: 'img/._a.png', text: '' },
    ],
  ],
  [
    'sources, which are left out',
    [
      { name: 'ad.fla', text: '\0' },
      { name: 'css/a.scss', text: '$a: b' },
    ],
  ],
  [
    'fonts',
    [
      { name: 'a.otf', text: '', bytes: otf },
      { name: 'A.TTF', text: '\0\x01\0\0' },
    ],
  ],
  ['a name space', [{ name: 'style.css', text: '@namespace svg "http://www.w3.org/2000/svg";' }]],
  ['a name space by url()', [{ name: 'style.css', text: '@namespace url(http://www.w3.org/1999/xhtml);' }]],
  ['a script of modules', [{ name: 'a.mjs', text: 'export {}' }]],
  [
    'what only old browsers read',
    [
      {
        name: 'index.html',
        text: `${PAGE}<!--[if lt IE 9]><script src="https://x.example/a.js"></script><![endif]-->`,
      },
    ],
  ],
  ['a byte order mark', [{ name: 'index.html', text: `\ufeff${PAGE}` }]],
  ['a constant of that name', [{ name: 'js/ad.js', text: 'const clickTag = "x"' }]],
])('%s are no reason to refuse', async (_title, files) => {
  expect(await inspectBundle(withFiles(...files))).toMatchObject({ ok: true });
});

test.each(['index.htm', 'INDEX.HTML', 'Night Lines.html', 'one/two/index.html'])(
  'the page may be called %s',
  async (name) => {
    const folder = name.replace(/[^/]+$/, '');
    const zip = zipOf(
      BUNDLE.map((file) => ({ ...file, name: file.name === 'index.html' ? name : folder + file.name })),
    );
    const inspection = await inspectBundle(zip);
    expect(inspection.ok && inspection.bundle.files.map((file) => file.name)).toEqual(
      BUNDLE.map((file) => file.name),
    );
  },
);

test.each([
  ['at its canvas', '<canvas width="300" height="250"></canvas>', true],
  ['in a style', '<div style="width: 300px; height: 250px">', true],
  ['twice, two', '<i style="width:300px;height:250px"><i style="width:728px;height:90px">', false],
  ['that nobody sells', '<canvas width="301" height="250"></canvas>', false],
])('a size %s', async (_title, text, ok) => {
  const page = PAGE.replace(/<meta[^>]*>/, '').replace('<body>', `<body>${text}`);
  expect((await inspectBundle(withPage(page))).ok).toBe(ok);
});

test.each([
  'img/.hidden.png',
  'img/ a.png',
  'img/a .png/b.png ',
  'a\u202egnp.png',
  'a\0.png',
  'a:b.png',
  'a?.png',
  `${'é'.repeat(101)}.png`,
])('the name %j is refused', async (name) => {
  expect(await inspectBundle(withFiles({ name, text: '' }))).toEqual({
    ok: false,
    problem: expect.stringMatching(/^Rename/),
  });
});

test.each([
  "<img title='@namespace \"'src=//evil.example/a.png alt='\";'>",
  '<script src="//s0.2mdn.net.evil.example/ads/studio/Enabler.js"></script>',
  '<script src="https://s0.2mdn.net/ads/studio/cached_libs/gsap.js"></script>',
])('%s lies elsewhere', async (text) => {
  expect((await inspectBundle(withPage(`${PAGE}${text}`))).ok).toBe(false);
});

const many = Array.from({ length: HTML5.mostFiles }, (_, index) => ({ name: `f${index}.txt`, text: 'x' }));
test.each<[string, Buffer, RegExp]>([
  ['no zip at all', Buffer.from('hello'), /not a zip file/],
  ['an empty file', Buffer.alloc(0), /not a zip file/],
  ['half a zip', zipOf(BUNDLE).subarray(300), /damaged/],
  ['a password', withFiles({ name: 'a.css', text: 'x', flags: 1 }), /has a password/],
  ['a link', withFiles({ name: 'a.css', text: '/etc/passwd', mode: 0o120777 }), /has links/],
  ['too many files', withFiles(...many), /more than 40 files/],
  ['a bomb that says so', withFiles({ name: 'a.txt', text: 'x'.repeat(3_000_000) }), /more than 2 MB/],
  ['a bomb that lies', withFiles({ name: 'a.txt', text: 'x'.repeat(3_000_000), says: 10 }), /damaged/],
  ['a way out', withFiles({ name: '../../evil.js', text: 'x' }), /^Rename \.\.\/\.\.\/evil\.js/],
  ['a way out within', withFiles({ name: 'js/../../evil.js', text: 'x' }), /^Rename/],
  ['an absolute path', withFiles({ name: '/etc/x.js', text: 'x' }), /^Rename/],
  ['a path of Windows', withFiles({ name: 'js\\x.js', text: 'x' }), /^Rename/],
  ['a hidden file', withFiles({ name: 'js/.htaccess', text: 'x' }), /^Rename/],
  ['an unknown kind', withFiles({ name: 'run.exe', text: 'x' }), /run\.exe is of a kind/],
  ['two of one name', withFiles({ name: 'STYLE.css', text: 'x' }), /two files called STYLE\.css/],
  [
    'a way out around all of it',
    zipOf(BUNDLE.map((file) => ({ ...file, name: `../${file.name}` }))),
    /^Rename \.\.\/index\.html/,
  ],
  ['a file with two names', withFiles({ name: 'a.txt', text: 'x', localName: 'b.txt' }), /damaged/],
  ['an archive in it', withFiles({ name: 'a.zip', text: '', bytes: zipOf(BUNDLE) }), /a\.zip is of a kind/],
  [
    'an archive that is called a text',
    withFiles({ name: 'a.txt', text: '', bytes: zipOf(BUNDLE) }),
    /a\.txt is not what/,
  ],
  [
    'an archive that is called a picture',
    withFiles({ name: 'a.png', text: '', bytes: zipOf(BUNDLE) }),
    /a\.png is not what/,
  ],
  ['a page that is called a picture', withFiles({ name: 'a.jpg', text: '<html>' }), /a\.jpg is not what/],
  [
    'text in no known letters',
    withFiles({ name: 'a.css', text: '', bytes: Buffer.from([0xff, 0xfe, 0x41]) }),
    /a\.css is not/,
  ],
  [
    'a picture with a script',
    withFiles({ name: 'a.svg', text: '<svg><script>x()</script></svg>' }),
    /a\.svg is a picture that acts \(script\)/,
  ],
  ['a picture that listens', withFiles({ name: 'a.svg', text: '<svg onload="x()"/>' }), /acts \(onload\)/],
  [
    'a picture that hides a script',
    withFiles({ name: 'a.svg', text: '<svg><a href="&#106;avascript:x()"/></svg>' }),
    /acts \(javascript\)/,
  ],
  [
    'a script that calls elsewhere',
    withFiles({ name: 'a.js', text: 'fetch( "https://x.example/y")' }),
    /a\.js calls https:\/\/x\.example/,
  ],
  [
    'a request of the old kind',
    withFiles({ name: 'a.js', text: "r.open('GET', '//x.example/y')" }),
    /calls \/\/x\.example/,
  ],
  [
    'a socket',
    withPage(`${PAGE}<script>new WebSocket("wss://x.example")</script>`),
    /calls wss:\/\/x\.example/,
  ],
  [
    'a counting pixel',
    withFiles({ name: 'a.js', text: 'new Image().src="https://x.example/p.gif"' }),
    /calls https/,
  ],
  ['no page', zipOf(BUNDLE.slice(1)), /no index\.html/],
  ['no size', withPage(PAGE.replace(/<meta[^>]*>/, '')), /does not say its size/],
  ['a wrong size', withPage(PAGE.replace('300', '301')), /width=301,height=250 in size/],
  ['a script of elsewhere', withPage(`${PAGE}<script src="//cdn.example/x.js"></script>`), /cdn\.example/],
  [
    'a style of elsewhere',
    withFiles({ name: 'style.css', text: 'a{background:url(https://x.example/y)}' }),
    /x\.example/,
  ],
  ['a link past us', withPage(`${PAGE}<a href="https://shop.example/">Buy</a>`), /shop\.example/],
  [
    'no click',
    withFiles(
      { name: 'index.html', text: PAGE.replace(/clickTag/g, 'x') },
      { name: 'js/ad.js', text: 'var x' },
    ),
    /Nothing opens clickTag/,
  ],
  [
    'a chain that leads nowhere',
    withPage(PAGE.replace('</head>', '<meta name="ad.click" content="https://count.example/c"></head>')),
    /ad\.click: The address must carry \{click_url\}/,
  ],
])('%s is refused with a sentence', async (_title, zip, sentence) => {
  expect(await inspectBundle(zip)).toEqual({ ok: false, problem: expect.stringMatching(sentence) });
});
