import fc from 'fast-check';
import { readClientData } from './clientData';

const written = (text: string) => Buffer.from(text).toString('base64url');
const said = (value: unknown) => readClientData(written(JSON.stringify(value)));

it('reads what the browser was asked, and whether in a frame', () => {
  expect(said({ type: 'webauthn.get', challenge: 'a-_9', origin: 'https://ads.test' })).toEqual({
    challenge: 'a-_9',
  });
  expect(said({ challenge: 'a', crossOrigin: true })).toEqual({ challenge: 'a', crossOrigin: true });
});

it.each([{}, null, 1, [], { challenge: '' }, { challenge: 'a\u0000' }, { challenge: 7 }, { challenge: 'é' }])(
  'knows nothing of %j',
  (value) => expect(said(value)).toBeNull(),
);

it('never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      readClientData(written(text));
      readClientData(text);
    }),
  );
});
