import { fileHash, findSites } from './inspectorSites';

const FILE = 'mf-advertiser/src/Page.tsx';
const sitesOf = (source: string) => findSites(source, FILE, 'mf-advertiser');
/** The source as the page gets it. */
function marked(source: string): string {
  const sites = sitesOf(source).sort((a, b) => b.offset - a.offset);
  return sites.reduce(
    (text, { offset, id }) => `${text.slice(0, offset)} data-c="${id.slice(-1)}"${text.slice(offset)}`,
    source,
  );
}
const elements = (source: string) => sitesOf(source).map(({ element }) => element);

test('an id is the file’s hash and the element’s number, the same in every build of the same text', () => {
  const source = 'const A = () => <p><b /></p>;';
  const ids = sitesOf(source).map(({ id }) => id);
  expect(ids).toEqual([`${fileHash('mf-advertiser', FILE)}0`, `${fileHash('mf-advertiser', FILE)}1`]);
  expect(sitesOf(source).map(({ id }) => id)).toEqual(ids);
  expect(fileHash('mf-advertiser', FILE)).toMatch(/^[0-9a-z]{5}$/);
});

test('a file that two builds hold has other ids in each', () => {
  expect(fileHash('shell', FILE)).not.toBe(fileHash('mf-advertiser', FILE));
});

test('the id comes behind all other attributes, whatever stands there', () => {
  expect(marked('const A = (p) => <p {...p} />;')).toBe('const A = (p) => <p {...p} data-c="0" />;');
  expect(marked('const A = () => <p>x</p>;')).toBe('const A = () => <p data-c="0">x</p>;');
  expect(marked('const A = () => <p a="1"\n  b={<i />}\n>x</p>;')).toBe(
    'const A = () => <p a="1"\n  b={<i data-c="1" />} data-c="0"\n>x</p>;',
  );
  expect(marked('const A = () => (<p a // why\n/>);')).toBe('const A = () => (<p a data-c="0" // why\n/>);');
});

test('types of TypeScript are no elements, and stand where they were', () => {
  const source = [
    "import { Select } from '@ezdash/ui';",
    'const pick = <T,>(of: T[]): T | undefined => of[0];',
    'export function A<T extends string>({ of }: { of: T[] }) {',
    '  return <Select<T> data={of satisfies T[]} value={pick<T>(of)!} />;',
    '}',
    'export const B = () => <Select<string>>x</Select>;',
  ].join('\n');
  expect(marked(source)).toBe(
    source
      .replace('value={pick<T>(of)!}', 'value={pick<T>(of)!} data-c="0"')
      .replace('<Select<string>>', '<Select<string> data-c="1">'),
  );
});

test('elements of the document and components of the design system get ids', () => {
  const source = `
    import { Button, IconX, Menu } from '@ezdash/ui';
    import { Link, Route } from 'react-router-dom';
    import { IconPlus } from '../icons';
    const A = ({ icon: Icon }) => <><div /><my-part /><Button /><IconX /><Menu.Item /><Link /><IconPlus /><Icon /></>;`;
  expect(elements(source)).toEqual([
    'div',
    'my-part',
    'Button',
    'IconX',
    'Menu.Item',
    'Link',
    'IconPlus',
    'Icon',
  ]);
});

test('what draws nothing itself gets none, nor do components of ours', () => {
  const source = `
    import { Menu, Popover, UiProvider, LinkContext } from '@ezdash/ui';
    import { Fragment, memo, Suspense } from 'react';
    import { Trans } from 'react-i18next';
    import { Route, Routes } from 'react-router-dom';
    import { Row } from './Row';
    function Own() { return null; }
    const Arrow = () => null;
    const Kept = memo(() => null);
    class Caught extends Component {}
    const A = () => (
      <><Fragment /><Suspense /><Trans /><Routes /><Route /><Row /><Own /><Arrow /><Kept /><Caught /><UiProvider />
        <LinkContext /><LinkContext.Provider /><Menu /><Menu.Target /><Popover /></>
    );`;
  expect(elements(source)).toEqual([]);
});

test.each([
  ['function Card() { return <p />; }', 'Card'],
  ['const Card = () => <p />;', 'Card'],
  ['const Card = memo(forwardRef((props, ref) => <p ref={ref} />));', 'Card'],
  ['const Card = memo(function Inner() { return <p />; });', 'Inner'],
  ['class Card extends Component { render() { return <p />; } }', 'Card'],
  ['function Card() { const row = () => <p />; return list.map((one) => row(one)); }', 'Card'],
  ['const columns = [{ header: "a", cell: () => <p /> }];', 'cell'],
  ['export default () => <p />;', 'Page'],
  ['const parts = { Head: () => <p /> };', 'Head'],
])('names the component around an element: %s', (source, component) => {
  expect(sitesOf(source)).toMatchObject([{ component }]);
});

test('says the line of the opening bracket', () => {
  expect(
    sitesOf('const A = () => (\n  <p\n    a="1"\n  >\n    <b />\n  </p>\n);').map(({ line }) => line),
  ).toEqual([2, 5]);
});

test('refuses what is no TypeScript', () => {
  expect(() => sitesOf('const A = <p>;')).toThrow();
});
