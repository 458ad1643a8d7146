/** A browser that knows passkeys, in the place of jsdom, which does not. */
export interface PasskeyBrowser {
  /** What the browser was asked, in order. */
  asked: { mediation?: string; challenge: string }[];
  /** Answers the question that waits: with a passkey, or by closing it. */
  choose: () => void;
  close: () => void;
}

interface Waiting {
  resolve: (credential: unknown) => void;
  reject: (error: unknown) => void;
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const CREDENTIAL = {
  id: 'cGFzc2tleQ',
  rawId: bytes('passkey'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    clientDataJSON: bytes('{}'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('7'),
  },
  getClientExtensionResults: () => ({}),
};

/** What the server's options look like. */
export const PASSKEY_OPTIONS = {
  options: {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
  },
};

/** @param autofill the browser also offers passkeys in the list under a field */
export function installPasskeys({ autofill = false } = {}): PasskeyBrowser {
  const waiting: Waiting[] = [];
  const browser: PasskeyBrowser = {
    asked: [],
    choose: () => waiting.pop()?.resolve(CREDENTIAL),
    close: () => waiting.pop()?.reject(new DOMException('The operation was not allowed', 'NotAllowedError')),
  };
  const PublicKeyCredential = Object.assign(() => undefined, {
    isConditionalMediationAvailable: async () => autofill,
  });
  Object.defineProperty(window, 'PublicKeyCredential', { value: PublicKeyCredential, configurable: true });
  const get = ({ mediation, publicKey, signal }: CredentialRequestOptions) =>
    new Promise((resolve, reject) => {
      const challenge = new TextDecoder().decode(publicKey?.challenge as ArrayBuffer);
      browser.asked.push({ mediation, challenge });
      waiting.push({ resolve, reject });
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
  return browser;
}

export function removePasskeys(): void {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
}
