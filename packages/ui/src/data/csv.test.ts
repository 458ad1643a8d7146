import type { Column } from './column';
import { toCsv } from './csv';

interface Row {
  name: string;
  spend: string;
  clicks: number | null;
}
const columns: Column<Row>[] = [
  { key: 'name', header: 'Campaign', cell: () => null, csv: (row) => row.name },
  { key: 'spend', header: 'Spend, USD', cell: () => null, csv: (row) => row.spend },
  { key: 'clicks', header: 'Clicks', cell: () => null, sort: (row) => row.clicks },
  { key: 'picture', header: 'Picture', cell: () => null },
];

test('quotes what needs it and leaves out what has no value', () => {
  const csv = toCsv([{ name: 'Say "hi", twice', spend: '-12.500000', clicks: null }], columns);
  expect(csv).toBe('\uFEFFCampaign,"Spend, USD",Clicks\r\n"Say ""hi"", twice",-12.500000,\r\n');
});

test('a name that looks like a formula stays a name', () => {
  expect(toCsv([{ name: '=1+1', spend: '0', clicks: 3 }], columns)).toContain("'=1+1,0,3");
});
