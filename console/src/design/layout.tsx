/** Page, Panel, Stat, Badge: the frame of everything else. */
import { type ReactNode, useEffect, useId } from 'react';

interface PageProps {
  readonly title: string;
  /** The title of the browser's tab, when the heading alone says too little. */
  readonly tabTitle?: string;
  readonly lead?: ReactNode;
  /** Beside the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, tabTitle = title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${tabTitle} · Tokenbook`;
  }, [tabTitle]);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="cluster">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface PanelProps {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  /** Without inner space, for a table. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Panel({ title, actions, flush = false, className = '', children }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div className="cluster">{actions}</div>}
      </header>
      <div className="panel-body" data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}

/** A row of `Stat`s. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

export function Stat({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'bid' | 'ask';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
