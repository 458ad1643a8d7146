import type { MantineColorsTuple } from '@mantine/core';

/*
 * Mantine wants ten shades of each colour and mixes some of them itself. The interface uses the --ez-* tokens; these
 * tuples only carry their values to where Mantine insists on a literal.
 */
export const pine: MantineColorsTuple = [
  '#eef7f2',
  '#ddeee6',
  '#a9d0c0',
  '#75d8b7',
  '#62cfaa',
  '#2f9c7f',
  '#0f7a64',
  '#0b5a4a',
  '#0b5345',
  '#083f35',
];
export const stone: MantineColorsTuple = [
  '#f5f6f3',
  '#eef0ec',
  '#e0e4de',
  '#c8cfc8',
  '#98a29b',
  '#848e87',
  '#5f6a64',
  '#46524c',
  '#29342f',
  '#14201b',
];
export const night: MantineColorsTuple = [
  '#e9eeeb',
  '#b0bbb5',
  '#919d97',
  '#63716b',
  '#36433f',
  '#242e2b',
  '#1a2220',
  '#131918',
  '#0c1110',
  '#0a0e0d',
];
export const garnet: MantineColorsTuple = [
  '#fce6e7',
  '#f8cdd1',
  '#ff9ca6',
  '#f47c8b',
  '#ee5f73',
  '#d93f56',
  '#cf2f47',
  '#b41f38',
  '#a4172f',
  '#7d0f22',
];
