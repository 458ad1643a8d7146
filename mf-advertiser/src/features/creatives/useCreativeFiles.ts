import type { Asset, Pricing } from '@ezdash/contracts';
import { toast } from '@ezdash/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreativeDraft } from '../form/campaignForm';
import { creativeName } from './creativeName';
import { MOST_CREATIVES } from './mostCreatives';
import { isUnderWay, type Uploads, useUploads } from './useUploads';
import type { WordsKind } from './wordsKinds';

/** Changes the images from what they are at that moment: uploads arrive late. */
export type ReviseCreatives = (next: (now: CreativeDraft[]) => CreativeDraft[]) => void;

export interface CreativeFiles {
  /** Of the campaign they are for: not every creative may be paid for by clicks. */
  pricing: Pricing;
  uploads: Uploads;
  /** What the last choice of files, or going on too early, met. */
  notice: string | null;
  setNotice: (notice: string | null) => void;
  onFiles: (files: File[]) => void;
  /** Takes in what was stored: the answer to a file, or words. */
  onAdded: (asset: Asset, name: string) => void;
  /** What is being written; null is nothing. */
  writing: WordsKind | null;
  onWrite: (kind: WordsKind | null) => void;
  /** Takes an image out; for a while it can be taken back. */
  remove: (creative: CreativeDraft) => void;
  /** Whether files are still under way; says so if they are. */
  mustWait: () => boolean;
  /** Whether files did not arrive and that was not said yet; says so if so, once for the same files. */
  mustMention: () => boolean;
}

/** Chosen files become creatives of a campaign: no more than it holds, none twice. */
export function useCreativeFiles(
  creatives: readonly CreativeDraft[],
  revise: ReviseCreatives,
  pricing: Pricing,
): CreativeFiles {
  const { t } = useTranslation('advertiser');
  const [notice, setNotice] = useState<string | null>(null);
  const [writing, onWrite] = useState<WordsKind | null>(null);

  // Of the last choice of files: their answers come one by one.
  const doubles = useRef<string[]>([]);
  const onAdded = (asset: Asset, name: string) => {
    if (creatives.length >= MOST_CREATIVES) return setNotice(t('upload.tooMany', { count: MOST_CREATIVES }));
    if (creatives.some((creative) => creative.asset.id === asset.id)) {
      doubles.current.push(name);
      const names = doubles.current.map((one) => t('upload.quoted', { name: one })).join(', ');
      return setNotice(t('upload.double', { count: doubles.current.length, names }));
    }
    revise((now) =>
      now.length >= MOST_CREATIVES || now.some((creative) => creative.asset.id === asset.id)
        ? now
        : [...now, { asset, name, alt: '' }],
    );
  };
  const uploads = useUploads((asset, file) => onAdded(asset, creativeName(file.name)), pricing);
  const underWay = uploads.uploads.filter(isUnderWay).length;
  const onFiles = (files: File[]) => {
    const room = MOST_CREATIVES - creatives.length - underWay;
    doubles.current = [];
    setNotice(files.length > room ? t('upload.tooMany', { count: MOST_CREATIVES }) : null);
    uploads.add(files.slice(0, Math.max(0, room)));
  };
  const dismissals = useRef<(() => void)[]>([]);
  useEffect(() => {
    const { current } = dismissals;
    return () => {
      for (const dismiss of current) dismiss();
    };
  }, []);
  const remove = (creative: CreativeDraft) => {
    const place = creatives.indexOf(creative);
    revise((now) => now.filter(({ asset }) => asset.id !== creative.asset.id));
    const dismiss = toast({
      text: t('upload.removed', { name: creative.name || t('creative.untitled') }),
      undo: () => revise((now) => now.toSpliced(place, 0, creative)),
    });
    dismissals.current.push(dismiss);
  };
  const mustWait = () => {
    if (underWay > 0) setNotice(t('wizard.stillUploading', { count: underWay }));
    return underWay > 0;
  };
  const mentioned = useRef('');
  const mustMention = () => {
    const lost = uploads.uploads.filter((upload) => !isUnderWay(upload));
    const keys = lost.map(({ key }) => key).join();
    if (keys === mentioned.current) return false;
    mentioned.current = keys;
    if (lost.length > 0) setNotice(t('wizard.notAdded', { count: lost.length }));
    return lost.length > 0;
  };
  return {
    pricing,
    uploads,
    notice,
    setNotice,
    onFiles,
    onAdded,
    writing,
    onWrite,
    remove,
    mustWait,
    mustMention,
  };
}
