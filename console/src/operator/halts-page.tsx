/** Every book, and the halt of one with its reason. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button, Field, TextArea } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import { Panel } from '../design/layout';
import { EmptyState } from '../design/states';
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

function Books({ operator }: { readonly operator: OperatorClient }) {
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<Book | null>(null);
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
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <Loaded query={books}>
        {({ books: all }) => {
          const shown = sorted(all).filter(({ model_id: id }) => id.includes(filter.trim()));
          if (shown.length === 0) {
            return (
              <EmptyState title="No book">A book opens with its first ask or order.</EmptyState>
            );
          }
          return (
            <HaltTable
              books={shown}
              action={(book) => <ChangeButton book={book} onChoose={setChosen} />}
            />
          );
        }}
      </Loaded>
      {chosen && (
        <HaltDialog
          key={`${chosen.model_id} ${chosen.tenor}`}
          operator={operator}
          book={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </Panel>
  );
}

/** Halted ones first: they are what somebody waits for. */
function sorted(books: readonly Book[]): Book[] {
  return [
    ...books.filter(({ status }) => status === 'halted'),
    ...books.filter(({ status }) => status === 'open'),
  ];
}

function ChangeButton({ book, onChoose }: { book: Book; onChoose: (book: Book) => void }) {
  const word = book.status === 'halted' ? 'Resume' : 'Halt';
  return (
    <Button
      kind={book.status === 'halted' ? 'normal' : 'danger'}
      aria-label={`${word} ${book.model_id} ${book.tenor}`}
      onClick={() => onChoose(book)}
    >
      {word}
    </Button>
  );
}

interface HaltDialogProps {
  readonly operator: OperatorClient;
  readonly book: Book;
  readonly onClose: () => void;
}

function HaltDialog({ operator, book, onClose }: HaltDialogProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const { model_id: modelId, tenor, status } = book;
  const isHalted = status === 'halted';
  const change = async () => {
    const given = reason.trim();
    await answerOf(
      operator.PATCH('/admin/v1/books/{model_id}', {
        params: { path: { model_id: modelId } },
        body: { halted: !isHalted, tenor, ...(given === '' ? {} : { reason: given }) },
      }),
    );
    await queries.invalidateQueries({ queryKey: [SIGNED_IN] });
  };
  const name = `${modelId} (${tenor})`;
  return (
    <ConfirmDialog
      title={isHalted ? `Resume ${name}` : `Halt ${name}`}
      isOpen
      onClose={onClose}
      onConfirm={change}
      action={isHalted ? 'Resume the book' : 'Halt the book'}
      isDangerous={!isHalted}
    >
      <p>
        {isHalted
          ? 'The book matches orders again, in the order of price and time that it had.'
          : 'From now on no order is matched in this book. Chats that run already are delivered and settled.'}
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
