/** Theme, motion and keyboard, as the reader wants them. Stored in the browser; no key ever is. */
import {
  type ReactNode,
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Switch = 'on' | 'off';

interface Choices {
  readonly theme: Theme;
  readonly motion: Switch;
  readonly shortcuts: Switch;
}

interface Appearance extends Choices {
  /** What the page shows now. */
  readonly isDark: boolean;
  readonly hasMotion: boolean;
  choose(choices: Partial<Choices>): void;
}

const STORED_AS = 'tokenbook-appearance';
const USUAL: Choices = { theme: 'system', motion: 'on', shortcuts: 'on' };
const AppearanceContext = createContext<Appearance | null>(null);

export function AppearanceProvider({ children }: { readonly children: ReactNode }) {
  const [choices, setChoices] = useState(stored);
  const prefersDark = useMedia('(prefers-color-scheme: dark)');
  const prefersLess = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = choices.theme;
    dataset.motion = choices.motion;
    store(choices);
  }, [choices]);
  const appearance = useMemo(
    () => ({
      ...choices,
      isDark: choices.theme === 'system' ? prefersDark : choices.theme === 'dark',
      hasMotion: choices.motion === 'on' && !prefersLess,
      choose: (changes: Partial<Choices>) => setChoices((before) => ({ ...before, ...changes })),
    }),
    [choices, prefersDark, prefersLess],
  );
  return <AppearanceContext value={appearance}>{children}</AppearanceContext>;
}

export function useAppearance(): Appearance {
  const appearance = useContext(AppearanceContext);
  if (!appearance) throw new Error('no appearance is provided here');
  return appearance;
}

function useMedia(query: string): boolean {
  const list = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => list.matches,
  );
}

/** A browser may refuse storage; then a choice lasts until the page is left. */
function stored(): Choices {
  try {
    const found = JSON.parse(localStorage.getItem(STORED_AS) ?? '{}') as Partial<Choices>;
    return {
      theme: (['system', 'light', 'dark'] as const).find((one) => one === found.theme) ?? 'system',
      motion: found.motion === 'off' ? 'off' : 'on',
      shortcuts: found.shortcuts === 'off' ? 'off' : 'on',
    };
  } catch {
    return USUAL;
  }
}

function store(choices: Choices): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(choices));
  } catch {
    // Nothing is stored here.
  }
}
