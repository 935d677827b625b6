import { useEffect, useState } from 'react';
import { Button } from './controls';

const SHOWN_MS = 2_000;

/** Says whether it has copied: a page without https may not write to the clipboard. */
interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
}

export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    const copied =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    setState(
      await copied.then(
        () => 'copied' as const,
        () => 'refused' as const,
      ),
    );
  };
  const labels = { ready: label, copied: 'Copied', refused: 'Select and copy by hand' };
  return (
    <Button onClick={() => void copy()}>
      <span role="status">{labels[state]}</span>
    </Button>
  );
}
