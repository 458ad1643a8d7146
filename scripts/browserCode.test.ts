import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { remoteNames } from './lib/remotes.mjs';

/** What docs/security.md says of the code that runs in browsers, read in its source. */

const root = path.join(__dirname, '..');
const ROOMS = [
  'shell/src',
  'packages/ui/src',
  'packages/store/src',
  'packages/remote-kit/src',
  'packages/contracts/src',
  ...remoteNames().map((name) => `${name}/src`),
  'api/tag',
];

/** What keeps something in the browser, and what it is. Nothing of it opens an account, but the debug tool's half of its credential. */
const KEEPERS: Readonly<Record<string, string>> = {
  'packages/store/src/browser.ts': 'the door to the storage that the others below use',
  'packages/store/src/leavePage.ts':
    'that a page was loaded again for a fresh token, until the tab is closed',
  'packages/ui/src/theme/appearance.ts': 'the theme, for scripts and server',
  'packages/ui/src/theme/appearanceBootScript.ts': 'reads the theme before the first paint',
  'shell/src/app/i18n/i18n.ts': 'the language',
  'shell/src/app/router/useScroll.ts': 'how far pages were scrolled, until the tab is closed',
  'shell/src/app/router/firstStop.ts': 'reads what the next one keeps',
  'mf-auth/src/features/profileLater.ts': 'that complete-profile was put off, until the tab is closed',
  'mf-advertiser/src/features/funds/depositId.ts':
    'the number of a deposit that was sent and not answered, until the tab is closed',
  'mf-advertiser/src/features/campaigns/unansweredAmounts.ts':
    'changes of many amounts that were sent and not answered, a week or until the tab is closed',
  'mf-advertiser/src/features/wizard/draftStorage.ts': 'a campaign that is not sent yet',
  'mf-debug/src/features/debugTool/debugTool.api.ts':
    'the debug token, as specified; worth nothing without its cookie',
  'mf-debug/src/features/review/useKeysEnabled.ts': 'whether keys decide',
  'api/tag/storage.ts': 'on pages of publishers: how often an ad was shown there',
};

/** Every way around the rendering of text as text, the page's own policy, or its origin. */
const FORBIDDEN =
  /dangerouslySetInnerHTML|\.(?:innerHTML|outerHTML)\s*=[^=]|insertAdjacentHTML|document\.write|\beval\(|new Function\(|createContextualFragment|srcdoc|javascript:|<(?:iframe|object|embed|applet)\b|postMessage|['"]message['"]\s*,|\bonmessage\b|BroadcastChannel/i;

/** The one frame there is: how a creative that is a document of an advertiser's own is looked at. */
const FRAME = 'packages/ui/src/creative/CreativeView.tsx';
/** Hears another window: the frame of an ad it has just shown, which says that it is there. */
const LISTENER = 'api/tag/render.ts';
/** And the desk, which hears the frame of the preview: that its ad opened a click. */
const CLICKS = 'mf-debug/src/features/review/useClickSeen.ts';
/** The last place that does: the window of a sign-in to Xero that it has opened, back on a page of ours. */
const POPUP = 'mf-debug/src/features/money/accounting/xeroWindow.ts';
/** And frames of ads ask the page around them what its people allow. */
const CONSENT = 'api/tag/consent.ts';
const LISTENING = /(?:window\.)?\b(?:add|remove)EventListener\('message', hear\)/g;

interface Source {
  file: string;
  code: string;
}

/** What builds, sends and develops remotes runs on the machines of teams. */
const NO_BROWSER = /^packages\/remote-kit\/src\/(build|cli|development)\//;

const sources: Source[] = ROOMS.flatMap((room) =>
  readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .map((name) => `${room}/${name.split(path.sep).join('/')}`)
    .filter((file) => !NO_BROWSER.test(file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/(?:testing|build)\//.test(file))
    .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') })),
);
const frames = /<iframe\b[\s\S]*?\/>/g;
/** The tag in a frame, for publishers to copy: shown as text and never put into a page. */
const SNIPPET = 'mf-publisher/src/features/tag/tagText.ts';
/** And in apps of React: an empty slot that React leaves alone once the tag has filled it. */
const GUIDES = 'mf-publisher/src/features/tag/guides.ts';
const ALLOWED: Readonly<Record<string, RegExp>> = {
  [FRAME]: frames,
  [LISTENER]: LISTENING,
  [CONSENT]: /addEventListener\('message', \(\{ source, data \}\)|around\.postMessage\(/g,
  [CLICKS]: LISTENING,
  [POPUP]: LISTENING,
  [SNIPPET]: /`<iframe src="\$\{src\}"/g,
  [GUIDES]: /dangerouslySetInnerHTML=\{FILLED_BY_TAG\}/g,
};
/** Comments may speak of what code must not do. */
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

test('there is code to read', () => expect(sources.length).toBeGreaterThan(300));

test('no text becomes markup or code, and no message of another window is listened to', () => {
  const found = sources.flatMap(({ file, code }) => {
    const plain = withoutComments(code);
    const match = FORBIDDEN.exec(plain.replace(ALLOWED[file] ?? /(?!)/, ''));
    return match ? [`${file}: ${match[0]}`] : [];
  });
  expect(found).toEqual([]);
});

test('the one known frame runs its scripts without an origin, loads a file of ours, and may nothing else', () => {
  const code = withoutComments(sources.find(({ file }) => file === FRAME)?.code ?? '');
  const [frame = '', ...others] = code.match(frames) ?? [];
  expect(others).toEqual([]);
  // Written out: neither a spread nor an expression can say more than stands here.
  expect(
    [...frame.matchAll(/\s(sandbox|src|srcDoc|allow\w*)=(\S+)/gi)].map(([found]) => found.trim()),
  ).toEqual(['src={asset.url}', 'sandbox="allow-scripts"']);
  expect(frame).not.toMatch(/\{\s*\.\.\.|contentWindow|\bref=/);
});

test('the one known listener heeds nobody but the frame it made, and reads one word', () => {
  const code = withoutComments(sources.find(({ file }) => file === LISTENER)?.code ?? '');
  const [hear = '', ...others] = code.match(/const hear = [\s\S]*?\n {2}\}\);/g) ?? [];
  expect([others, code.match(LISTENING)?.length, code.match(/MessageEvent/g)?.length]).toEqual([[], 2, 1]);
  expect(hear).toMatch(
    /^const hear = safely\(\(\{ source, data \}: MessageEvent\) => \{\s+if \(source && source === frame\.contentWindow && data\?\.ezdash === 'ready'\) end\(done\);\s+\}\);$/,
  );
});

test('of what people allow a frame hears the window that it asked alone, and asks for nothing else', () => {
  const code = withoutComments(sources.find(({ file }) => file === CONSENT)?.code ?? '');
  expect([code.match(/'message'/g)?.length, code.match(/postMessage/g)?.length]).toEqual([1, 1]);
  expect(code).toMatch(
    /addEventListener\('message', \(\{ source, data \}\) => \{\s+const answer = source === around && data\?\.\[`\$\{name\}Return`\];\s+if \(answer\) hear\(answer\.returnValue, answer\.success\);\s+\}\);\s+around\.postMessage\(\{ \[`\$\{name\}Call`\]: \{ command: 'addEventListener', version, callId: name \} \}, '\*'\);/,
  );
});

test('the desk heeds nobody but the frame of its preview, and reads one word', () => {
  const code = withoutComments(sources.find(({ file }) => file === CLICKS)?.code ?? '');
  expect([code.match(LISTENING)?.length, code.match(/MessageEvent/g)?.length]).toEqual([2, 1]);
  expect(code).toMatch(
    /const hear = \(\{ source, data \}: MessageEvent\) => \{\s+const frame = box\.current\?\.querySelector\('iframe'\);\s+if \(!frame \|\| source !== frame\.contentWindow \|\| document\.activeElement !== frame\) return;\s+if \(data\?\.ezdash === 'click'\) onSeen\(\);\s+\};/,
  );
});

test('the window of a sign-in is heard for as long as it is open, by itself alone, and only on our own origin', () => {
  const code = withoutComments(sources.find(({ file }) => file === POPUP)?.code ?? '');
  expect([code.match(LISTENING)?.length, code.match(/: MessageEvent\b/g)?.length]).toEqual([2, 2]);
  expect(code).toMatch(
    /function readMessage\(\{ origin, source, data \}: MessageEvent, popup: Window\): XeroMessage \| null \{\s+if \(source !== popup \|\| origin !== window\.location\.origin\) return null;/,
  );
  expect(code).toMatch(
    /const hear = \(event: MessageEvent\) => \{\s+const message = readMessage\(event, popup\);\s+if \(!message\) return;/,
  );
});

test('what stays in the browser is known, all of it', () => {
  const keeps =
    /\b(?:localStorage|sessionStorage|indexedDB|caches\.open)\b|document\.cookie|\bstorage\.set\(/;
  const keepers = sources.filter(({ code }) => keeps.test(withoutComments(code))).map(({ file }) => file);
  expect(keepers.sort()).toEqual(Object.keys(KEEPERS).sort());
});

test('pages load nothing from elsewhere', () => {
  const loads =
    /(?:src|href)=["'{`]+https?:|import\(\s*["'`]https?:|url\(\s*["']?https?:|@import\s+["']https?:/i;
  expect(sources.filter(({ code }) => loads.test(withoutComments(code))).map(({ file }) => file)).toEqual([]);
});

test('every field for a password hides it, and lets password managers and pasting do their work', () => {
  const fields = sources.flatMap(({ file, code }) =>
    [...withoutComments(code).matchAll(/<PasswordInput\b[\s\S]*?\n\s*\/>/g)].map(([field]) => ({
      file,
      field,
    })),
  );
  const known = /autoComplete=(?:"(?:current-password|new-password|off)"|\{`\$\{kind\}-password`\})/;
  expect(fields.length).toBeGreaterThan(4);
  expect(fields.filter(({ field }) => !known.test(field)).map(({ file }) => file)).toEqual([]);
  // `off` is for a token of the API and the secret of our app at Xero, which are nobody's password.
  const off = fields.filter(({ field }) => field.includes('autoComplete="off"'));
  expect(
    off.filter(
      ({ file }) =>
        !/^mf-settings\/src\/pages\/ApiTryPage|^mf-debug\/src\/features\/money\/accounting\/KeysDrawer/.test(
          file,
        ),
    ),
  ).toEqual([]);
  expect(
    sources.filter(({ code }) => /\bonPaste=|\bonDrop=.*preventDefault/.test(code)).map(({ file }) => file),
  ).toEqual([]);
});
