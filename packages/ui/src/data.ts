/** Second tier: tables, charts and the heavier inputs, loaded with the first page that needs them. Charts alone: `charts`. */
// NumberInput is for remotes built before NumberField, which reads numbers strictly.
export { FileButton, MultiSelect, NumberInput, Select, Switch } from '@mantine/core';
export { CreativeView } from './creative/CreativeView';
export { WordsAd } from './creative/WordsAd';
export { BarList, type BarRow } from './data/BarList';
export type { Column, Sort, SortDirection } from './data/column';
export { downloadCsv, toCsv } from './data/csv';
export { DataTable, type DataTableProps } from './data/DataTable';
export { LineChart } from './data/LineChart';
export type { Bounds, ChartEvent, LineChartProps, Series } from './data/LineChartProps';
export { type RowWindow, VIRTUAL_FROM, WINDOW_ROWS, windowsOf } from './data/rowWindow';
export { ServerTable, type ServerTableProps } from './data/ServerTable';
export { sortRows } from './data/sortRows';
export type { RowAction } from './data/TableBody';
export { Tabs } from './data/Tabs';
export { PAGE_SIZES, type PageSize } from './data/useTable';
export { DateInput } from './forms/DateInput';
export { NumberField } from './forms/NumberField';
export { Sparkline } from './parts/Sparkline';
export { type TargetingRule, useTargetingRules } from './targeting/useTargetingRules';
