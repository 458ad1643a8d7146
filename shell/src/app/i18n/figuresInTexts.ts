import { figure } from '@ezdash/ui';
import type { FormatterModule } from 'i18next';

/** Numbers that name something or measure a screen: no figures. */
const NO_FIGURES: ReadonlySet<unknown> = new Set(['year', 'port', 'status', 'width', 'height']);

const nothing = () => undefined;

/** A number in a sentence is written as everywhere in the language: "1.700 Zonen", not "1700 Zonen". */
export const figuresInTexts: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format: (value, _format, locale, options) =>
    typeof value === 'number' && !NO_FIGURES.has(options?.interpolationkey) ? figure(value, locale) : value,
};
