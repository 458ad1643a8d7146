import { DOORS } from '../doors';
import { readTags } from '../readNames';
import { compareTypes } from './compareTypes';
import { type EmittedTypes, emitTypes } from './emitTypes';
import { TAGS_FILE } from './tagNames';
import { packagesOf, parseTree, treeText } from './tree';

jest.setTimeout(180_000);

let types: EmittedTypes;
beforeAll(async () => {
  types = await emitTypes(DOORS, readTags());
});

const STORE = 'packages/store/src';
const UI = 'packages/ui/src';

/** The same declarations after somebody's changes, which must find what they change. */
function changed(changes: [file: string, from: string | RegExp, to: string][]): EmittedTypes {
  const files = { ...types.files };
  for (const [file, from, to] of changes) {
    const before = files[file] ?? '';
    files[file] = before.replace(from, to);
    if (files[file] === before) throw new Error(`${file} has no ${from}`);
  }
  return { ...types, files };
}

test('every door is there, with all that it refers to, and small enough to be read', () => {
  expect(Object.keys(types.doors)).toEqual(Object.keys(DOORS));
  expect(treeText(types).length).toBeLessThan(300_000);
  expect(packagesOf(types)).toEqual(expect.arrayContaining(['@mantine/core', '@reduxjs/toolkit', 'react']));
  expect(types.files[`${UI}/parts/Chip.d.ts`]).toContain('export declare function Chip(');
});

test('shapes of the contracts and the tags are called by their names', () => {
  const text = treeText(types);
  expect(text).toContain('Tag, SessionAnswer, "api"');
  expect(text).not.toContain('csrf_token');
  expect(text.match(/"AdvertiserDashboard"/g)).toHaveLength(1);
});

test('what is recorded is what it is compared as: nothing is narrower than itself, and what grows is not', async () => {
  const endpoint =
    'extra: import("@reduxjs/toolkit/query").QueryDefinition<void, import("@reduxjs/toolkit/query").BaseQueryFn<' +
    'string | import("./baseQuery").CallArgs, unknown, ApiError, object, import("./baseQuery").CallMeta>, ' +
    'import("./tagTypes").Tag, SessionAnswer, "api", unknown>;\n    me: import';
  const grown = changed([
    [TAGS_FILE, 'Tag = ', 'Tag = "Zebra" | '],
    [`${STORE}/session.d.ts`, 'me: import', endpoint],
    [`${STORE}/store.d.ts`, /realtime: import\("\."\)\.RealtimeState;/g, '$& news: string;'],
    [`${STORE}/realtime/liveChannels.d.ts`, 'interrupted(): void;', '$& again(): void;'],
    [`${UI}/parts/Chip.d.ts`, 'label: string;', '$& tone?: string;'],
    [`${UI}/data/column.d.ts`, 'header: string;', 'header: import("react").ReactNode; tip?: string;'],
  ]);
  expect(await compareTypes(parseTree(treeText(types)), grown, types.contracts)).toEqual([]);
});

test('what is taken away of the packages as they are is found, by name', async () => {
  const now = changed([
    [`${STORE}/session.d.ts`, /^ {4}logout: import.*\n/m, ''],
    [`${STORE}/realtime/liveChannels.d.ts`, 'event: string, data: object', "event: 'typing', data: object"],
    [`${UI}/parts/Chip.d.ts`, 'label: string;', '$& tone: string;'],
    [`${UI}/data/DataTable.d.ts`, /^ {4}bulk\?: .*\n/m, ''],
    [`${UI}/parts/Panel.d.ts`, /export declare function Panel\(/, 'export declare function Board2('],
  ]);
  const found = (await compareTypes(types, now, types.contracts)).map(
    ({ where, what }) => `${where} ${what}`,
  );
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^sessionApi of @ezdash\/store gives less than it did: Property 'logout' is missing/,
      ),
      `liveChannels of @ezdash/store asks for more than it did: Type 'string' is not assignable to type '"typing"'`,
      "Chip of @ezdash/ui asks for more than it did: Property 'tone' is missing in type 'ChipProps' but required in type 'ChipProps'",
      'DataTable(1).bulk of @ezdash/ui/data is gone',
      'Panel of @ezdash/ui is gone',
    ]),
  );
});
