export type Cap = { count: number; seconds: number } | null | undefined;

/** The part of the `/serve` answer that the tag reads; a test holds it against the network's contract. */
interface Common {
  campaign: string;
  creative: string;
  cap: Cap;
  click: string;
  impression: string;
  view: string;
  alt: string;
}
export interface ImageAd extends Common {
  type: 'image';
  image: string;
}
export interface Html5Ad extends Common {
  type: 'html5';
  page: string;
}
export interface NativeAd extends Common {
  type: 'native';
  title: string;
  body: string;
  call_to_action: string;
  sponsored_by: string;
  picture: { url: string } | null;
  icon: { url: string } | null;
  chain: string | null;
}
export interface TextAd extends Common {
  type: 'text';
  headline: string;
  description: string;
  display_url: string;
  chain: string | null;
}
/** Shown by players, which ask elsewhere. */
interface VideoAd extends Common {
  type: 'video';
}
export type Candidate = ImageAd | Html5Ad | NativeAd | TextAd | VideoAd;
export interface Ad {
  zone: string;
  /** 0 is as wide as the slot's place. */
  width: number;
  height: number;
  fallback: 'collapse' | 'keep';
  /** Seconds in view until the slot asks again. */
  refresh?: number;
  /** Most ads of one browser in this zone. */
  limit?: Cap;
  /** Address of the publisher's own code for want of an ad. */
  passback?: string;
  /** Of a try. */
  decision?: string;
  candidates: Candidate[];
  reason?: string;
}

/** An ad that is ready to be put into its slot. */
export interface Drawn {
  element: HTMLElement;
  /** What must be in view to count as viewed, when that is not all of it. */
  seen?: Element;
  /** Calls back when it can be seen, or with `failed` when it never will. */
  load(done: () => void, failed: () => void): void;
}
