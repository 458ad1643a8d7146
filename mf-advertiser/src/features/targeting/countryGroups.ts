/** Usual groups of countries, as ISO 3166-1 codes; those the network does not know are left out by the picker. */
export const COUNTRY_GROUPS = {
  africa:
    'DZ AO BJ BW BF BI CV CM CF TD KM CG CD CI DJ EG GQ ER SZ ET GA GM GH GN GW KE LS LR LY MG MW ML MR MU YT MA MZ NA NE NG RE RW SH ST SN SC SL SO ZA SS SD TZ TG TN UG EH ZM ZW',
  asia: 'AF AM AZ BH BD BT BN KH CN CY GE HK IN ID IR IQ IL JP JO KZ KW KG LA LB MO MY MV MN MM NP KP OM PK PS PH QA SA SG KR LK SY TW TJ TH TL TR TM AE UZ VN YE IO',
  europe:
    'AX AL AD AT BY BE BA BG HR CZ DK EE FO FI FR DE GI GR GG VA HU IS IE IM IT JE XK LV LI LT LU MT MD MC ME NL MK NO PL PT RO RU SM RS SK SI ES SJ SE CH UA GB',
  northAmerica:
    'AI AG AW BS BB BZ BM BQ CA KY CR CU CW DM DO SV GL GD GP GT HT HN JM MQ MX MS NI PA PR BL KN LC MF PM VC SX TT TC US VG VI',
  southAmerica: 'AR BO BR CL CO EC FK GF GY PY PE SR UY VE GS BV',
  oceania: 'AS AU CX CC CK FJ PF GU KI MH FM NR NC NZ NU NF MP PW PG PN WS SB TK TO TV UM VU WF HM TF AQ',
  dach: 'DE AT CH',
  eu: 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE',
  nordics: 'DK FI IS NO SE',
  benelux: 'BE NL LU',
  gulf: 'AE BH KW OM QA SA',
  english: 'US GB CA AU NZ IE',
} as const;
export type CountryGroup = keyof typeof COUNTRY_GROUPS;
export const COUNTRY_GROUP_NAMES = Object.keys(COUNTRY_GROUPS) as CountryGroup[];

/** The continents: every country is in one of them. */
export const CONTINENTS = ['africa', 'asia', 'europe', 'northAmerica', 'southAmerica', 'oceania'] as const;

/** Of a group, the countries that the network knows. */
export const countriesOf = (group: CountryGroup, known: readonly string[]): string[] =>
  COUNTRY_GROUPS[group].split(' ').filter((code) => known.includes(code));
