import type { Column, Schema, Table } from './readSchema';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function columnLine(column: Column): string {
  const fallback = column.identity ? 'identity' : (column.default ?? '');
  const cells = [
    column.name,
    column.type,
    column.nullable ? 'yes' : '',
    fallback && `\`${fallback}\``,
    column.comment ?? '',
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function list(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, '', ...lines.map((line) => `- ${line}`), ''];
}

function tableSection(table: Table): string[] {
  return [
    `## ${table.name}`,
    '',
    ...(table.comment ? [table.comment, ''] : []),
    ...(table.partitionKey ? [`Partitioned by ${table.partitionKey}.`, ''] : []),
    '| column | type | null | default | |',
    '|---|---|---|---|---|',
    ...table.columns.map(columnLine),
    '',
    ...list(
      'Keys and checks',
      table.constraints.map(({ definition }) => `\`${definition}\``),
    ),
    ...list(
      'Indexes',
      table.indexes.map(({ name, definition }) => `${name}: \`${definition}\``),
    ),
    ...list(
      'Triggers',
      table.triggers.map((definition) => `\`${definition}\``),
    ),
  ];
}

/** docs/schema.md: what a migration changes becomes visible in review. */
export function writeReport({ tables, functions }: Schema): string {
  return [
    '# Schema',
    '',
    'Written by `npm run schema` from `api/migrations`. Money is bigint micros; times are timestamptz, UTC.',
    '',
    tables.map(({ name }) => `[${name}](#${name})`).join(' · '),
    '',
    ...tables.flatMap(tableSection),
    '## Functions',
    '',
    ...functions.map((definition) => `- \`${definition}\``),
    '',
  ].join('\n');
}
