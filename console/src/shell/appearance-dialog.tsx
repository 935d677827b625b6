import { useState } from 'react';
import { Button, type Option, Segments } from '../design/controls';
import { Dialog } from '../design/dialog';
import { type Switch, type Theme, useAppearance } from './appearance';

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly Option<Theme>[];

const SWITCH = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const satisfies readonly Option<Switch>[];

export function AppearanceButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)} aria-label="Appearance" title="Appearance">
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
        </svg>
      </Button>
      <Dialog title="Appearance" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Choices />
      </Dialog>
    </>
  );
}

function Choices() {
  const { theme, motion, shortcuts, choose } = useAppearance();
  return (
    <div className="choices">
      <span>Theme</span>
      <Segments
        label="Theme"
        value={theme}
        options={THEMES}
        onChange={(value) => choose({ theme: value })}
      />
      <span>Motion</span>
      <Segments
        label="Motion"
        value={motion}
        options={SWITCH}
        onChange={(value) => choose({ motion: value })}
      />
      <span>
        Key <kbd>/</kbd> searches
      </span>
      <Segments
        label="The key / searches"
        value={shortcuts}
        options={SWITCH}
        onChange={(value) => choose({ shortcuts: value })}
      />
    </div>
  );
}
