const bytes = (text: string) => new TextEncoder().encode(text).buffer;

interface FakeAuthenticator {
  /** What it does when asked next: agrees, or fails with a `DOMException` of this name. */
  answer: (outcome: 'agree' | string) => void;
}

/** Stands in for the device's own window: agrees until told otherwise. Undone by the function `remove`. */
export function fakeAuthenticator(): FakeAuthenticator & { remove: () => void } {
  let outcome = 'agree';
  const credential = (response: Record<string, unknown>) => {
    if (outcome !== 'agree') throw new DOMException('refused', outcome);
    return {
      id: 'Y3JlZA',
      rawId: bytes('cred'),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: { clientDataJSON: bytes('{}'), ...response },
      getClientExtensionResults: () => ({}),
    };
  };
  const credentials = {
    create: async () =>
      credential({ attestationObject: bytes('attested'), getTransports: () => ['internal'] }),
    get: async () => credential({ authenticatorData: bytes('data'), signature: bytes('signed') }),
  };
  Object.defineProperty(window, 'PublicKeyCredential', { configurable: true, value: class {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
  return {
    answer: (next) => {
      outcome = next;
    },
    remove: () => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
      Reflect.deleteProperty(navigator, 'credentials');
    },
  };
}

export const CREATION = {
  options: {
    challenge: 'Y2hhbGxlbmdl',
    rp: { name: 'EzDash', id: 'localhost' },
    user: { id: 'dXNlcg', name: 'ines@halden.test', displayName: 'Ines' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  },
};
export const REQUEST = { options: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost' } };
