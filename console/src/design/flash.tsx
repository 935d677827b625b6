/** Shows that a value has changed: a tint that fades. Without motion nothing moves. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useAppearance } from '../shell/appearance';

const FADE_MS = 700;

interface FlashProps {
  /** What is compared; the flash follows a change of it. */
  readonly value: string | null;
  readonly tone?: 'bid' | 'ask' | 'neutral';
  readonly children: ReactNode;
}

export function Flash({ value, tone = 'neutral', children }: FlashProps) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  const running = useRef<Animation | undefined>(undefined);
  const { hasMotion } = useAppearance();
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    // What changes all the time would never fade, and cost a drawing in each frame.
    if (!hasMotion || running.current?.playState === 'running') return;
    running.current = flash(element.current, tone);
  }, [value, tone, hasMotion]);
  return (
    <span ref={element} className="flash">
      {children}
    </span>
  );
}

function flash(element: HTMLElement | null, tone: string): Animation | undefined {
  const colour = tone === 'neutral' ? 'var(--line)' : `var(--${tone}-soft)`;
  return element?.animate([{ backgroundColor: colour }, { backgroundColor: 'transparent' }], {
    duration: FADE_MS,
    easing: 'ease-out',
  });
}
