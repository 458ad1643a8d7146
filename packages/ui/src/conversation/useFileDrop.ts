import { useEffect, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files that are dropped on a box or pasted into it; pasted words go where they always go. By listeners of its
 * own: the box is no control, its button is.
 */
export function useFileDrop(
  box: { readonly current: HTMLElement | null },
  onFiles: (files: File[]) => void,
): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const hover = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!element.contains(event.relatedTarget as Node | null)) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    element.addEventListener('paste', paste);
    element.addEventListener('dragover', hover);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop);
    return () => {
      element.removeEventListener('paste', paste);
      element.removeEventListener('dragover', hover);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop);
    };
  }, [box, onFiles]);
  return over;
}
