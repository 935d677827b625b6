import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Queries, createQueries } from '../client/query';
import '../design/index.css';
import { AppearanceProvider } from './appearance';
import './shell.css';

export function start(content: ReactNode): void {
  const root = document.querySelector('#console');
  if (!root) throw new Error('the page has no place for the console');
  createRoot(root).render(
    <StrictMode>
      <AppearanceProvider>
        <Queries client={createQueries()}>{content}</Queries>
      </AppearanceProvider>
    </StrictMode>,
  );
}
