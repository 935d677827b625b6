/** How many levels of each side the ladder has room for. */
import { type RefObject, useEffect, useState } from 'react';

/** As the style sheet has them. */
export const ROW_REM = 1.55;
const HEAD_AND_MIDDLE_REM = 4.1;
const MORE_REM = 2.75;
const FEWEST = 8;
const USUAL = 11;
const MOST = 24;

/** Wide enough that the ladder stands beside other panels, and takes the height that they leave. */
const BESIDE = '(min-width: 60.01rem)';

interface Fitting {
  readonly levels: number;
  /** Whether the height is given: then the ladder fills it. */
  readonly isFilled: boolean;
}

export function useLevelsThatFit(frame: RefObject<HTMLElement | null>): Fitting {
  const [fitting, setFitting] = useState<Fitting>({ levels: USUAL, isFilled: false });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => {
      const isFilled = matchMedia(BESIDE).matches;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const room = element.clientHeight / rem - HEAD_AND_MIDDLE_REM - MORE_REM;
      const fit = Math.floor(room / ROW_REM / 2);
      const levels = isFilled ? Math.min(MOST, Math.max(FEWEST, fit)) : USUAL;
      setFitting((before) =>
        before.levels === levels && before.isFilled === isFilled ? before : { levels, isFilled },
      );
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return fitting;
}
