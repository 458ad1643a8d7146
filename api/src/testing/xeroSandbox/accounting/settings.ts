import { envelope, type Handler } from './context';
import { msDate } from './dates';
import { list } from './listing';

const CREATED = Date.UTC(2025, 0, 15);

export const settingsHandlers: Readonly<Record<string, Handler>> = {
  getOrganisations: ({ books, clock }) => {
    const { id, name, baseCurrency, countryCode } = books.organisation;
    const Organisation = {
      OrganisationID: id,
      Name: name,
      LegalName: name,
      PaysTax: true,
      Version:
        countryCode === 'GB' ? 'UK' : ['AU', 'NZ', 'US'].includes(countryCode) ? countryCode : 'GLOBAL',
      OrganisationType: 'COMPANY',
      BaseCurrency: baseCurrency,
      CountryCode: countryCode,
      IsDemoCompany: true,
      OrganisationStatus: 'ACTIVE',
      FinancialYearEndDay: 31,
      FinancialYearEndMonth: 12,
      CreatedDateUTC: msDate(CREATED),
      ShortCode: `!${id.slice(0, 5)}`,
      Class: 'DEMO',
      Edition: 'BUSINESS',
      Addresses: [],
      Phones: [],
      ExternalLinks: [],
      PaymentTerms: {},
    };
    return { status: 200, body: envelope(clock, { Organisations: [Organisation] }) };
  },
  getAccounts: ({ books, clock, query, ifModifiedSince }) => {
    const { rows } = list(books.accounts, { query, ifModifiedSince, searched: [] });
    return { status: 200, body: envelope(clock, { Accounts: rows }) };
  },
};
