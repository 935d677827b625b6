/** The frame of both entries: heading, navigation, the page, and what stands below it. */
import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Route, Router, Switch, useLocation } from 'wouter';
import { reloadSignedIn } from '../client/kept-keys';
import { Button } from '../design/controls';
import { Page } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { About } from './about';
import { AppearanceButton } from './appearance-dialog';
import { PageCodeError, pageOf, prefetchWhenIdle } from './page-code';
import { NewsBell } from './news-bell';
import type { Part } from './part';
import { TestModeBar } from './test-mode';
import { useAddress } from './use-address';

interface ShellProps {
  readonly name: string;
  readonly parts: readonly Part[];
  /** At the right of the heading: who is signed in. */
  readonly account: ReactNode;
}

export function Shell({ name, parts, account }: ShellProps) {
  return (
    <Router hook={useAddress}>
      <a className="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <header className="shell-head">
        <TestModeBar />
        <Link href="/" className="shell-brand" aria-label={name}>
          <Mark />
          <span>{name}</span>
        </Link>
        <Navigation parts={parts} />
        <div className="shell-tools">
          {account}
          <NewsBell />
          <AppearanceButton />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Pages parts={parts} />
      </main>
      <footer className="shell-foot">
        <a href="/docs">Documentation</a>
        <About />
      </footer>
    </Router>
  );
}

/** The address of a page stands behind the `#`, so a link to an element would leave the page. */
function focusMain(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

function Navigation({ parts }: Pick<ShellProps, 'parts'>) {
  const [location] = useLocation();
  const links = parts.flatMap((part) => part.links);
  const current = links
    .filter(({ to }) => location === to || (to !== '/' && location.startsWith(`${to}/`)))
    .at(-1);
  const isMarket = location.startsWith('/market/');
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = nav.current?.querySelector('[aria-current]');
    here?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [location]);
  return (
    <nav ref={nav} className="shell-nav" aria-label="Console">
      {links.map(({ label, to }) => (
        <Link
          key={to}
          href={to}
          aria-current={current?.to === to || (isMarket && to === '/') ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Pages({ parts }: Pick<ShellProps, 'parts'>) {
  const [location] = useLocation();
  const [, setTries] = useState(0);
  useFocusOnArrival(location);
  useEffect(() => prefetchWhenIdle(parts), [parts]);
  const startAgain = (reset: () => void) => {
    reset();
    // A page whose code is missing gets another component.
    setTries((tries) => tries + 1);
  };
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary key={location} onReset={() => startAgain(reset)}>
          <Suspense fallback={<Skeleton rows={8} label="Loading the page" />}>
            <Switch>
              {parts
                .flatMap(({ pages }) => pages)
                .map((page) => (
                  <Route key={page.path} path={page.path} component={pageOf(page)} />
                ))}
              <Route>
                <Page title="Not found">
                  <EmptyState title="There is no such page">
                    <Link href="/">Back to the start</Link>
                  </EmptyState>
                </Page>
              </Route>
            </Switch>
          </Suspense>
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  );
}

/** Whoever follows a link with a keyboard or a screen reader continues at the new page. */
function useFocusOnArrival(location: string): void {
  const last = useRef(location);
  useEffect(() => {
    if (last.current === location) return;
    last.current = location;
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
  }, [location]);
}

function UpdatedState() {
  return (
    <EmptyState title="Tokenbook was updated">
      <p>This page belongs to the earlier release. You stay signed in.</p>
      <Button kind="primary" onClick={reloadSignedIn}>
        Load the new one
      </Button>
    </EmptyState>
  );
}

interface BoundaryProps {
  readonly onReset: () => void;
  readonly children: ReactNode;
}

/** A page that fails leaves the rest of the console usable. */
class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    const retry = () => {
      this.props.onReset();
      this.setState({ error: null });
    };
    const { error } = this.state;
    if (error instanceof PageCodeError && error.isOver) return <UpdatedState />;
    return <ErrorState error={error} onRetry={retry} />;
  }
}

function Mark() {
  return (
    <svg className="shell-mark" viewBox="0 0 24 24" aria-hidden="true">
      <path className="mark-bid" d="M1 4h10v3.4H1zM4.5 10.3H11v3.4H4.5zM8 16.6h3V20H8z" />
      <path className="mark-ask" d="M13 4h3v3.4h-3zM13 10.3h6.5v3.4H13zM13 16.6h10V20H13z" />
    </svg>
  );
}
