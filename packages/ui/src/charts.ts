/** A tier of its own: what a page of figures shows at once, without the tables and inputs of `data`. */
export { BarList, type BarRow } from './data/BarList';
export { LineChart } from './data/LineChart';
export type { Bounds, ChartEvent, LineChartProps, Series } from './data/LineChartProps';
