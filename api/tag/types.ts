/** The part of the `/serve` answer that the tag reads; a test holds it against the network's contract. */
export interface Candidate {
  campaign: string;
  creative: string;
  cap: { count: number; seconds: number } | null;
  image: string;
  click: string;
  impression: string;
  view: string;
  alt: string;
}
export interface Ad {
  zone: string;
  width: number;
  height: number;
  fallback: 'collapse' | 'keep';
  candidates: Candidate[];
  reason?: string;
}
