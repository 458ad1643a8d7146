import { type Books, newId } from './books';
import { CARDS } from './cards';

export interface PageAnswer {
  status: number;
  location?: string;
  html?: string;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const page = (title: string, body: string, status = 200): PageAnswer => ({
  status,
  html: `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}`,
});
const gone = () => page('This page has expired', '<p>Go back and begin again.</p>', 410);
const ask = (action: string) =>
  page(
    'Your bank asks',
    `<form method="post" action="${action}"><button name="answer" value="approve">Approve</button><button name="answer" value="refuse">Refuse</button></form>`,
  );

/**
 * The pages of Stripe's that a payer sees: `/pay/<session>` takes a card number, `/authenticate/<intent>` asks as a bank
 * would. A declined card leaves the page open for another one; so does leaving.
 */
export function createPages(books: Books) {
  function pay(id: string, form: URLSearchParams | null): PageAnswer {
    const session = books.session(id);
    if (session?.status !== 'open') return gone();
    const fields =
      '<form method="post"><input name="number"><button name="do" value="pay">Pay</button><button name="do" value="leave">Back</button></form>';
    if (!form) return page('Pay', `<p>${escaped(session.description)}</p>${fields}`);
    if (form.get('do') === 'leave') return { status: 303, location: session.cancel_url };
    const number = form.get('number')?.replace(/\D/g, '') ?? '';
    const answer = form.get('answer');
    if (answer === 'approve') {
      const card = CARDS[number];
      if (card) books.completePayment(session, card);
      return { status: 303, location: session.success_url };
    }
    if (answer === 'refuse')
      return page('Pay', `<p role="alert">We are unable to authenticate your card.</p>${fields}`, 402);
    const outcome = books.enter(session, number);
    if (outcome === 'asks') return ask(`/pay/${id}?number=${number}`);
    if (outcome === 'declined')
      return page('Pay', `<p role="alert">Your card was declined.</p>${fields}`, 402);
    return { status: 303, location: session.success_url };
  }

  function authenticate(id: string, form: URLSearchParams | null): PageAnswer {
    const intent = books.intents.get(id);
    if (intent?.status !== 'requires_action') return gone();
    if (!form) return ask(`/authenticate/${id}`);
    if (form.get('answer') === 'approve') {
      intent.charge = newId('ch');
      books.succeed(intent);
    } else
      books.fail(intent, {
        code: 'payment_intent_authentication_failure',
        message: 'The provided PaymentMethod has failed authentication.',
      });
    return { status: 303, location: intent.return_url ?? '/' };
  }

  return (path: string, form: URLSearchParams | null): PageAnswer => {
    const [, kind, id = ''] = /^\/(pay|authenticate)\/(\w+)$/.exec(path) ?? [];
    if (kind === 'pay') return pay(id, form);
    return kind === 'authenticate' ? authenticate(id, form) : page('Not found', '', 404);
  };
}
