import { useEffect, useRef, useState } from 'react';
import { type DraftFile, isUnderWay } from './draft';

export interface FileGate {
  /** Goes on at once, or as soon as the files are there; not while one of them was refused. */
  start: () => void;
  /** It goes on by itself when the files are there. */
  waits: boolean;
  /** It was stopped by a file that has to be looked at first. */
  isRefused: boolean;
}

/** Holds back what is sent until its files are stored. */
export function useFileGate(files: readonly DraftFile[], go: () => void): FileGate {
  const [waits, setWaits] = useState(false);
  const [refused, setRefused] = useState(false);
  const pending = files.some(isUnderWay);
  const broken = files.some(({ problem }) => problem !== null);
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    if (!waits || pending) return;
    setWaits(false);
    if (broken) setRefused(true);
    else latest.current();
  }, [waits, pending, broken]);
  const start = () => {
    setRefused(broken);
    if (broken) return;
    if (pending) setWaits(true);
    else go();
  };
  return { start, waits, isRefused: refused && broken };
}
