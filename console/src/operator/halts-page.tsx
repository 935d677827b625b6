/** Every book, and the halt of one with its reason. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { windowText } from '../client/windows';
import { Button, Field, TextArea } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import { Panel } from '../design/layout';
import { EmptyState } from '../design/states';
import { useFilters } from '../shell/use-address';
import { Loaded, OperatorPage } from './frame';
import { HaltTable } from './halt-table';
import type { Body } from './schemas';

type Book = Body<'Book'>;

const BOOKS = [SIGNED_IN, 'books'] as const;

export function HaltsPage() {
  return (
    <OperatorPage
      title="Halts"
      lead="A halted book matches no orders; chats for it are refused with market_halted, and resting orders can be cancelled."
    >
      {(operator) => <Books operator={operator} />}
    </OperatorPage>
  );
}

/** One book, or each book of its instrument. */
interface Chosen {
  readonly book: Book;
  readonly others: readonly Book[];
}

function Books({ operator }: { readonly operator: OperatorClient }) {
  const [{ model }, setFilters] = useFilters({ model: 'text' });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const books = useQuery({
    queryKey: BOOKS,
    queryFn: () => answerOf(operator.GET('/admin/v1/books')),
  });
  return (
    <Panel title="Books" flush>
      <div className="panel-tools">
        <Field
          label="Instrument"
          type="search"
          value={model}
          onChange={(event) => setFilters({ model: event.target.value })}
        />
      </div>
      <Loaded query={books}>
        {({ books: all }) => {
          const shown = sorted(all).filter(({ model_id: id }) => id.includes(model.trim()));
          if (shown.length === 0) {
            return (
              <EmptyState title="No book">A book opens with its first ask or order.</EmptyState>
            );
          }
          return (
            <HaltTable
              books={shown}
              action={(book) => (
                <ChangeButtons book={book} others={beside(book, all)} onChoose={setChosen} />
              )}
            />
          );
        }}
      </Loaded>
      {chosen && (
        <HaltDialog
          key={`${chosen.book.model_id} ${chosen.book.tenor} ${chosen.others.length}`}
          operator={operator}
          chosen={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </Panel>
  );
}

/** Other books of its instrument that are in the same state: one action changes them all. */
function beside(book: Book, all: readonly Book[]): Book[] {
  return all.filter(
    ({ model_id: id, tenor, status }) =>
      id === book.model_id && tenor !== book.tenor && status === book.status,
  );
}

/** Halted ones first: they are what somebody waits for. */
function sorted(books: readonly Book[]): Book[] {
  return [
    ...books.filter(({ status }) => status === 'halted'),
    ...books.filter(({ status }) => status === 'open'),
  ];
}

interface ChangeButtonsProps extends Chosen {
  readonly onChoose: (chosen: Chosen) => void;
}

function ChangeButtons({ book, others, onChoose }: ChangeButtonsProps) {
  const word = book.status === 'halted' ? 'Resume' : 'Halt';
  const kind = book.status === 'halted' ? 'normal' : 'danger';
  return (
    <div className="cluster">
      <Button
        kind={kind}
        aria-label={`${word} ${book.model_id}, ${windowText(book.tenor)}`}
        onClick={() => onChoose({ book, others: [] })}
      >
        {word}
      </Button>
      {others.length > 0 && (
        <Button
          kind={kind}
          aria-label={`${word} all of ${book.model_id}, from ${windowText(book.tenor)}`}
          onClick={() => onChoose({ book, others })}
        >
          {word} all
        </Button>
      )}
    </div>
  );
}

interface HaltDialogProps {
  readonly operator: OperatorClient;
  readonly chosen: Chosen;
  readonly onClose: () => void;
}

function HaltDialog({ operator, chosen: { book, others }, onClose }: HaltDialogProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const { model_id: modelId, tenor, status } = book;
  const isHalted = status === 'halted';
  const isWhole = others.length > 0;
  const change = async () => {
    const given = reason.replace(/\s+/g, ' ').trim();
    const params = { path: { model_id: modelId } };
    const body = { halted: !isHalted, ...(given === '' ? {} : { reason: given }) };
    await (isWhole
      ? answerOf(operator.PATCH('/admin/v1/instruments/{model_id}', { params, body }))
      : answerOf(
          operator.PATCH('/admin/v1/books/{model_id}', { params, body: { ...body, tenor } }),
        ));
    await queries.invalidateQueries({ queryKey: [SIGNED_IN] });
  };
  const name = isWhole ? `every book of ${modelId}` : `${modelId} (${windowText(tenor)})`;
  const books = isWhole ? 'books' : 'book';
  return (
    <ConfirmDialog
      title={isHalted ? `Resume ${name}` : `Halt ${name}`}
      isOpen
      onClose={onClose}
      onConfirm={change}
      action={isHalted ? `Resume the ${books}` : `Halt the ${books}`}
      isDangerous={!isHalted}
    >
      <p>
        {isHalted
          ? `Orders are matched again, in the order of price and time that the ${books} had.`
          : `From now on no order is matched in the ${books}. Chats that run already are delivered and settled.`}
      </p>
      {isHalted && book.reason !== null && <p className="soft">It was halted: {book.reason}</p>}
      <TextArea
        label="Reason"
        hint={isHalted ? 'Optional; kept in the audit.' : 'Kept in the audit and shown here.'}
        required={!isHalted}
        maxLength={500}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
