import { z } from 'zod';
import { namedContracts } from './namedContracts';
import { nameTags, tagsText } from './tagNames';
import { type DeclarationTree, packagesOf, parseTree, reachable, treeText } from './tree';

const TREE: DeclarationTree = {
  doors: { '@ezdash/ui': 'ui/index.d.ts', '@ezdash/ui/data': 'ui/data.d.ts' },
  files: {
    'ui/index.d.ts': "import './sheet.css';\nexport { Chip } from './parts';\nexport {};\n",
    'ui/data.d.ts': 'export declare const rows: import("./rows/row").Row[];\n',
    'ui/parts/index.d.ts':
      "import type { ReactNode } from 'react';\nimport { User } from '@ezdash/contracts';\nexport declare const Chip: import(\"@mantine/core/lib\").Chip;\n",
    'ui/rows/row.d.ts': 'export type Row = Omit<{ a: 1; from: 2 }, "from">;\n',
    'ui/hidden.d.ts': "export * from 'nobody';\n",
  },
};

test('a record is read as it was written, and is the same text in any order', () => {
  const text = treeText(TREE);
  expect(parseTree(text)).toEqual(TREE);
  const turned = Object.fromEntries(Object.entries(TREE.files).reverse());
  expect(treeText({ doors: TREE.doors, files: turned })).toBe(text);
  expect(text.split('\n').slice(0, 4)).toEqual([
    '=== doors',
    '@ezdash/ui ui/index.d.ts',
    '@ezdash/ui/data ui/data.d.ts',
    '=== ui/data.d.ts',
  ]);
  expect(() => parseTree('{}')).toThrow('This is no record of declarations');
});

test('what no door refers to is nobody’s business', () => {
  const { files } = reachable(TREE);
  expect(Object.keys(files).sort()).toEqual([
    'ui/data.d.ts',
    'ui/index.d.ts',
    'ui/parts/index.d.ts',
    'ui/rows/row.d.ts',
  ]);
  expect(packagesOf(reachable(TREE))).toEqual(['@mantine/core', 'react']);
});

test('half a tree is no tree', () => {
  const half = { doors: { a: 'a.d.ts' }, files: { 'a.d.ts': "export * from './gone';\n" } };
  expect(() => reachable(half)).toThrow(
    'a.d.ts refers to ./gone, of which the compiler wrote no declarations',
  );
});

test('the union of all tags is called by its name, from wherever it stands, and no other is', () => {
  expect(tagsText(['Zone', 'Campaign'])).toBe('export type Tag = "Campaign" | "Zone";\n');
  const text = 'a: Api<"Zone" | "Campaign">; b: "Zone" | "News"; c: "Zone";';
  const named = (file: string) => nameTags(file, text, ['Campaign', 'Zone']).split(';')[0];
  expect(named('packages/store/src/api.d.ts')).toBe('a: Api<import("./tagTypes").Tag>');
  expect(named('packages/store/src/realtime/x.d.ts')).toBe('a: Api<import("../tagTypes").Tag>');
  expect(named('packages/ui/src/x.d.ts')).toBe('a: Api<import("../../store/src/tagTypes").Tag>');
  expect(nameTags('packages/store/src/api.d.ts', text, ['Campaign', 'Zone'])).toContain(
    'b: "Zone" | "News"; c: "Zone"',
  );
});

test('shapes of the contracts keep their names, whatever else they give away', () => {
  const contracts = {
    user: z.object({ id: z.number() }),
    role: z.enum(['a', 'b']),
    proof: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    names: z.array(z.string()),
  };
  const source = Object.entries({ User: 'user', Role: 'role', Proof: 'proof', Names: 'names', Lost: 'lost' })
    .map(([type, schema]) => `export type ${type} = z.infer<typeof ${schema}>;`)
    .join('\n');
  expect(namedContracts('/contracts/index', contracts, [source])).toBe(
    [
      'import type * as real from "/contracts/index";',
      'export * from "/contracts/index";',
      'export interface User extends real.User {}',
      'export type Role = real.Role | never;',
      'export type Proof = real.Proof | never;',
      '',
    ].join('\n'),
  );
});
