/** Finds pages, and anything with an id or a name: by the button of the heading, or Ctrl+K. */
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN, useOperator } from '../client/credential';
import { Button } from '../design/controls';
import { Dialog } from '../design/dialog';
import { ErrorNotice } from '../design/states';
import { type Hit, hitOf, pagesCalled } from './hits';
import './palette.css';

const IS_MAC = navigator.platform.startsWith('Mac');

export function Palette() {
  const operator = useOperator();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // What another dialog asks is answered first.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  if (!operator) return null;
  return (
    <>
      <Button
        className="palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        Find <kbd aria-hidden="true">{IS_MAC ? '⌘' : 'Ctrl '}K</kbd>
      </Button>
      <Dialog title="Find anything" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Finder operator={operator} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const ASKED = 'A name, an id or its beginning, or a request id';

/** Nobody reads what is found between two letters. */
const TYPING_MS = 150;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface FinderProps {
  readonly operator: OperatorClient;
  readonly onDone: () => void;
}

/** Pages, and what the records have. Null while it is searched. */
function useHits(operator: OperatorClient, text: string): readonly Hit[] | Error | null {
  const q = useSettled(text);
  const { data, error, isLoading } = useQuery({
    queryKey: [SIGNED_IN, 'search', q],
    queryFn: () => answerOf(operator.GET('/admin/v1/search', { params: { query: { q } } })),
    enabled: q !== '',
  });
  if (q !== text || isLoading) return null;
  if (q === '') return pagesCalled('');
  return data ? [...pagesCalled(q), ...data.found.map((found) => hitOf(found, data.names))] : error;
}

function Finder({ operator, onDone }: FinderProps) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const found = useHits(operator, text.trim());
  const hits = Array.isArray(found) ? (found as readonly Hit[]) : [];
  const chosen = Math.min(at, hits.length - 1);
  const open = ({ to }: Hit) => {
    onDone();
    navigate(to);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const hit = hits[chosen];
    if (!hit) return;
    if (step !== undefined) setAt((chosen + step + hits.length) % hits.length);
    else if (event.key === 'Enter') open(hit);
    else return;
    event.preventDefault();
  };
  return (
    <div className="palette">
      {/* In a field of type search Escape would clear the text, and close nothing. */}
      <input
        className="input"
        type="text"
        role="combobox"
        aria-label={ASKED}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length > 0 ? `${id}-${chosen}` : undefined}
        placeholder={ASKED}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <HitList {...{ id, hits, chosen }} onOpen={open} />
      {found instanceof Error && <ErrorNotice error={found} />}
      <p className="small faint" role="status">
        {statusOf(text, found)}
      </p>
    </div>
  );
}

interface HitListProps {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly chosen: number;
  readonly onOpen: (hit: Hit) => void;
}

function HitList({ id, hits, chosen, onOpen }: HitListProps) {
  return (
    <ul id={`${id}-hits`} role="listbox" aria-label="Found" className="palette-hits">
      {hits.map((hit, index) => (
        <li
          key={`${hit.kind} ${hit.to} ${hit.id}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          ref={(row) => {
            if (index === chosen) row?.scrollIntoView({ block: 'nearest' });
          }}
          onClick={() => onOpen(hit)}
        >
          <span className="palette-kind">{hit.kind}</span>
          <strong>{hit.title}</strong>
          {hit.of !== null && <span className="soft">{hit.of}</span>}
          {hit.id !== null && <code>{hit.id}</code>}
        </li>
      ))}
    </ul>
  );
}

function statusOf(text: string, found: readonly Hit[] | Error | null): string {
  if (text.trim() === '') return 'Arrow keys choose, Enter opens, Escape closes.';
  if (found === null) return 'Searching';
  if (found instanceof Error) return 'The search failed.';
  return found.length === 0
    ? 'Nothing has this id, or a name that begins so.'
    : `${found.length} found`;
}
