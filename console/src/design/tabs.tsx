import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** On a phone the tabs can be wider than the screen. */
function intoView({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' });
}

/** Only the content of the chosen tab exists. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const chosen = value === undefined ? { defaultValue: tabs[0]?.value ?? '' } : { value };
  return (
    <Radix.Root {...chosen} {...(onChange ? { onValueChange: onChange } : {})}>
      <Radix.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} onFocus={intoView}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="tabs-content">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
