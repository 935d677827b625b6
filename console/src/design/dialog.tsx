/**
 * Dialogs are the browser's own: the page behind is inert, the focus returns, Escape closes, and no
 * style is written into the page, which its content security policy would refuse. One that has a field
 * begins there.
 */
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './controls';
import { ErrorNotice } from './states';

/** The browser itself would begin at the button that closes. */
const FIRST_FIELD = '.dialog-body :is(input, select, textarea):enabled:not([hidden])';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: 'normal' | 'wide';
  readonly children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, size = 'normal', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen && !dialog.current?.open) {
      dialog.current?.showModal();
      dialog.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    }
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} className="dialog" data-size={size} aria-labelledby={id} onClose={onClose}>
      {isOpen && (
        <>
          <header>
            <h2 id={id}>{title}</h2>
            <Button kind="quiet" aria-label="Close" onClick={onClose}>
              ✕
            </Button>
          </header>
          <div className="dialog-body">{children}</div>
        </>
      )}
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What is done; a refusal is shown and the dialog stays. */
  readonly onConfirm: () => Promise<unknown>;
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
}

/** Asks before something is done. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, isOpen, onClose, onConfirm, action, isDangerous = false, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const close = () => {
    setError(null);
    onClose();
  };
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      close();
    } catch (err) {
      setError(err);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <form className="stack" onSubmit={(event) => void confirm(event)}>
        {children}
        {error !== null && <ErrorNotice error={error} />}
        <div className="dialog-actions">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} disabled={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
