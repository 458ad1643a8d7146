import type { Category } from '@ezdash/contracts';

/** What is advertised, in the words of IAB's Content Taxonomy 1.0 (`cattax` 1): the tier that holds all of it. */
const IAB: Readonly<Record<Category, string>> = {
  arts: 'IAB1',
  automotive: 'IAB2',
  business: 'IAB3',
  careers: 'IAB4',
  education: 'IAB5',
  family: 'IAB6',
  finance: 'IAB13',
  food: 'IAB8',
  games: 'IAB9-30',
  health: 'IAB7',
  hobbies: 'IAB9',
  home: 'IAB10',
  news: 'IAB12',
  pets: 'IAB16',
  realEstate: 'IAB21',
  science: 'IAB15',
  shopping: 'IAB22',
  sports: 'IAB17',
  style: 'IAB18',
  technology: 'IAB19',
  travel: 'IAB20',
  weather: 'IAB15-10',
};

/** Content Taxonomy 1.0, the only one that our categories are told in. */
export const CATEGORY_TAXONOMY = 1;

/** Undefined for what nobody has named. */
export const iabCategory = (category: string | null): string | undefined =>
  category !== null && Object.hasOwn(IAB, category) ? IAB[category as Category] : undefined;

/** Whether a list names the category or what it is a part of: `IAB9` names `IAB9-30`. */
export function namesCategory(list: readonly string[], category: string): boolean {
  const [tier = ''] = category.split('-', 1);
  return list.includes(category) || list.includes(tier);
}
