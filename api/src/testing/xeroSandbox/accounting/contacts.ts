import { randomUUID } from 'node:crypto';
import type { SandboxClock } from '../sandboxClock';
import type { Books, Contact } from './books';
import { type Context, envelope, type Handler, itemsOf } from './context';
import { msDate } from './dates';
import { messages, NotFound, validationRefusal, XeroRefusal } from './errors';
import { idList, list } from './listing';

type Input = Record<string, unknown> & Partial<Pick<Contact, 'ContactID' | 'Name' | 'EmailAddress'>>;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const isActive = ({ ContactStatus }: Contact) => ContactStatus === 'ACTIVE';

/** By what names a contact, in Xero's order. */
export function findContact({ contacts }: Books, input: Input): Contact | undefined {
  const all = [...contacts.values()];
  if (input.ContactID !== undefined) return contacts.get(input.ContactID.toLowerCase());
  const byNumber = all.find(
    (each) => input.ContactNumber !== undefined && each.ContactNumber === input.ContactNumber,
  );
  const name = input.Name?.trim().toLowerCase();
  return byNumber ?? all.find((each) => isActive(each) && each.Name.toLowerCase() === name);
}

function errorsOf(books: Books, input: Input, existing: Contact | undefined): string[] {
  const errors: string[] = [];
  if (input.ContactID !== undefined && !existing) errors.push('The contact could not be found');
  if (!existing && (input.Name ?? '').trim() === '') errors.push('The Contact Name must be specified.');
  const email = input.EmailAddress ?? '';
  if (email !== '' && !EMAIL.test(email)) errors.push('Email address must be valid.');
  const name = input.Name?.trim().toLowerCase();
  const holder = [...books.contacts.values()].find(
    (each) => isActive(each) && each.Name.toLowerCase() === name,
  );
  if (holder && holder.ContactID !== existing?.ContactID)
    errors.push(
      `The contact name ${input.Name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
    );
  return errors;
}

function save(books: Books, clock: SandboxClock, input: Input, existing: Contact | undefined): Contact {
  const contact: Contact = {
    ContactStatus: 'ACTIVE',
    IsSupplier: false,
    IsCustomer: false,
    HasAttachments: false,
    ...existing,
    ...input,
    ContactID: existing?.ContactID ?? randomUUID(),
    Name: (input.Name ?? existing?.Name ?? '').trim(),
    UpdatedDateUTC: msDate(clock.nowMs()),
  };
  books.contacts.set(contact.ContactID, contact);
  return contact;
}

const ARCHIVED =
  'The contact with the specified contact details has been archived. The contact must be un-archived before creating new invoices or credit notes.';

/** Why an invoice cannot be for it; empty when it can. */
export function invoiceContactErrors(books: Books, input: Input): string[] {
  const known = findContact(books, input);
  if (!known) return errorsOf(books, input, undefined);
  return isActive(known) ? [] : [ARCHIVED];
}

/** For an invoice: found, or made from its name. */
export const contactFor = (books: Books, clock: SandboxClock, input: Input): Contact =>
  findContact(books, input) ?? save(books, clock, input, undefined);

function saveAll({ books, clock, body, query }: Context, mayUpdate: boolean): Contact[] {
  const inputs = itemsOf(body, 'Contacts') as Input[];
  if (inputs.length === 0)
    throw new XeroRefusal(
      'NoDataProcessedException',
      'No data has been processed for this endpoint. It expects Contacts.',
    );
  const planned = inputs.map((input) => {
    const existing = mayUpdate || input.ContactID !== undefined ? findContact(books, input) : undefined;
    return { input, existing, errors: errorsOf(books, input, existing) };
  });
  const isMixed = query.get('summarizeErrors') === 'false';
  if (!isMixed && planned.some(({ errors }) => errors.length > 0))
    throw validationRefusal(
      planned.map(({ input, errors }) => ({ ...input, ValidationErrors: messages(errors) })),
    );
  return planned.map(({ input, existing, errors }) =>
    errors.length === 0
      ? { ...save(books, clock, input, existing), ...(isMixed && { StatusAttributeString: 'OK' }) }
      : {
          ContactID: '00000000-0000-0000-0000-000000000000',
          Name: input.Name ?? '',
          ContactStatus: 'ACTIVE',
          HasValidationErrors: true,
          StatusAttributeString: 'ERROR',
          ValidationErrors: messages(errors),
          UpdatedDateUTC: msDate(clock.nowMs()),
        },
  );
}

const write =
  (mayUpdate: boolean): Handler =>
  (context) => ({
    status: 200,
    body: envelope(context.clock, { Contacts: saveAll(context, mayUpdate) }),
  });

function oneOf({ books, path }: Context): Contact {
  const contact = books.contacts.get((path.ContactID ?? '').toLowerCase());
  if (!contact) throw new NotFound();
  return contact;
}

export const contactHandlers: Readonly<Record<string, Handler>> = {
  getContacts: ({ books, clock, query, ifModifiedSince }) => {
    const ids = idList(query, 'IDs');
    const withArchived = query.get('includeArchived') === 'true';
    const all = [...books.contacts.values()].filter(
      (each) => (ids === null || ids.includes(each.ContactID)) && (withArchived || isActive(each)),
    );
    const searched = ['Name', 'FirstName', 'LastName', 'ContactNumber', 'CompanyNumber', 'EmailAddress'];
    const { rows, pagination } = list(all, { query, ifModifiedSince, searched });
    return { status: 200, body: envelope(clock, { ...(pagination && { pagination }), Contacts: rows }) };
  },
  createContacts: write(false),
  updateOrCreateContacts: write(true),
  getContact: (context) => ({
    status: 200,
    body: envelope(context.clock, { Contacts: [oneOf(context)] }),
  }),
  updateContact: (context) => {
    const { ContactID } = oneOf(context);
    const [input = {}] = itemsOf(context.body, 'Contacts');
    const body = { Contacts: [{ ...input, ContactID }] };
    return { status: 200, body: envelope(context.clock, { Contacts: saveAll({ ...context, body }, true) }) };
  },
};
