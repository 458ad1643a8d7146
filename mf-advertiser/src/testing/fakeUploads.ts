/** What jsdom lacks for uploads: pictures that can be measured, and a request whose progress can be told. */
interface SentUpload {
  request: FakeRequest;
  file: File;
  headers: Record<string, string>;
}

class FakeRequest {
  static sent: SentUpload[] = [];
  status = 0;
  responseText = '';
  timeout = 0;
  upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  onabort: (() => void) | null = null;
  private readonly headers: Record<string, string> = {};
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  abort() {
    this.onabort?.();
  }
  send(file: File) {
    FakeRequest.sent.push({ request: this, file, headers: this.headers });
  }
}

/** `shell 300x250.png` measures what its name says; a name without a size cannot be read. */
class FakeImage {
  naturalWidth = 0;
  naturalHeight = 0;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  set src(url: string) {
    const [, width, height] = /(\d+)x(\d+)/.exec(url) ?? [];
    this.naturalWidth = Number(width);
    this.naturalHeight = Number(height);
    queueMicrotask(() => (width ? this.onload?.() : this.onerror?.()));
  }
}

/** Installs the fakes; every test starts with no upload. */
export function fakeUploads() {
  FakeRequest.sent = [];
  const browser: Record<string, unknown> = globalThis as unknown as Record<string, unknown>;
  browser.XMLHttpRequest = FakeRequest;
  browser.Image = FakeImage;
  URL.createObjectURL = (file) => `blob:${(file as File).name}`;
  URL.revokeObjectURL = () => {};
  return {
    get sent() {
      return FakeRequest.sent;
    },
    progress: (index: number, share: number) =>
      FakeRequest.sent[index]?.request.upload.onprogress?.({
        lengthComputable: true,
        loaded: share,
        total: 1,
      }),
    answer: (index: number, status: number, body: unknown) => {
      const request = FakeRequest.sent[index]?.request;
      if (!request) throw new Error(`No upload ${index}`);
      request.status = status;
      request.responseText = JSON.stringify(body);
      request.onload?.();
    },
    lose: (index: number) => FakeRequest.sent[index]?.request.onerror?.(),
  };
}

export function imageFile(name: string, byteCount = 2_048, type = 'image/png'): File {
  return new File([new Uint8Array(byteCount)], name, { type });
}

/** What POST /api/assets answers for it. */
export function storedImage(id: string, width = 300, height = 250) {
  const file = { url: `/creatives/${id}.png`, content_type: 'image/png', bytes: 34_000 };
  return { id, ...file, width, height, format: 'image' as const, parts: null };
}
