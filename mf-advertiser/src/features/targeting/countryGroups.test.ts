import { COUNTRIES } from '@ezdash/contracts/constants';
import { CONTINENTS, COUNTRY_GROUP_NAMES, COUNTRY_GROUPS, countriesOf } from './countryGroups';

test('every country is on one continent, and every group knows only countries', () => {
  const onContinents = CONTINENTS.flatMap((continent) => countriesOf(continent, COUNTRIES));
  expect([...onContinents].sort()).toEqual([...COUNTRIES].sort());
  for (const group of COUNTRY_GROUP_NAMES) {
    const codes = COUNTRY_GROUPS[group].split(' ');
    expect([group, new Set(codes).size]).toEqual([group, codes.length]);
  }
});
