/** What a newcomer does first, each step ticked by what the records say. Gone once all is done, or for good by hand. */
import { type ReactNode, useState } from 'react';
import { Button } from './controls';
import { Badge, Panel } from './layout';

export interface Step {
  readonly title: string;
  /** Null while it is not known: the list waits. */
  readonly isDone: boolean | null;
  /** How it is done. */
  readonly how: ReactNode;
}

const STORED_AS = 'tokenbook-first-steps';

interface FirstStepsProps {
  /** Whose they are; it is remembered which list was dismissed. */
  readonly name: 'buyer' | 'seller';
  readonly steps: readonly Step[];
}

export function FirstSteps({ name, steps }: FirstStepsProps) {
  const [isDismissed, setDismissed] = useState(() => dismissed().includes(name));
  const done = steps.filter(({ isDone }) => isDone).length;
  const isKnown = steps.every(({ isDone }) => isDone !== null);
  if (isDismissed || !isKnown || done === steps.length) return null;
  const dismiss = () => {
    setDismissed(true);
    store([...dismissed(), name]);
  };
  return (
    <Panel
      title={`First steps, ${done} of ${steps.length} done`}
      actions={<Button onClick={dismiss}>Do not show again</Button>}
    >
      <ol className="checks">
        {steps.map(({ title, isDone, how }) => (
          <li key={title}>
            <Badge tone={isDone ? 'good' : 'neutral'}>{isDone ? 'done' : 'open'}</Badge>
            <div>
              <strong>{title}</strong> {!isDone && <span className="soft">{how}</span>}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Without storage the list comes back with the next page. */
function dismissed(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(names) ? names : [];
  } catch {
    return [];
  }
}

function store(names: readonly string[]): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(names));
  } catch {
    // Nothing is stored here.
  }
}
