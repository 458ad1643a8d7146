import { type Books, newId } from './books';
import type { Endpoint } from './endpoint';
import { metadataOf } from './form';
import type { Present } from './present';
import { invalid, missing } from './StandInError';

/** Customers and the cards that are kept for them. */
export function customerEndpoints(books: Books, present: Present): Endpoint[] {
  const find = (id: string) => {
    const method = books.methods.get(id);
    if (!method) throw missing('PaymentMethod', id, 'payment_method');
    return method;
  };
  return [
    {
      method: 'POST',
      path: /^\/v1\/customers$/,
      takes: ['metadata', 'email', 'name', 'description'],
      handle: ({ form }) => {
        const customer = { id: newId('cus'), metadata: metadataOf(form.metadata) };
        books.customers.set(customer.id, customer);
        return { ...customer, object: 'customer' };
      },
    },
    {
      method: 'DELETE',
      path: /^\/v1\/customers\/([^/]+)$/,
      takes: [],
      handle: ({ id }) => {
        if (!books.customers.delete(id)) throw missing('customer', id);
        for (const method of books.methods.values()) if (method.customer === id) method.customer = null;
        return { id, object: 'customer', deleted: true };
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_methods\/([^/]+)$/,
      takes: ['expand'],
      handle: ({ id }) => present.method(find(id)),
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_methods\/([^/]+)\/detach$/,
      takes: ['expand'],
      handle: ({ id }) => {
        const method = find(id);
        if (method.customer === null)
          throw invalid(
            'The payment method you provided is not attached to a customer so detachment is impossible.',
          );
        method.customer = null;
        return present.method(method);
      },
    },
  ];
}
