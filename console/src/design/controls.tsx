/** Buttons, fields and choices. */
import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'normal' | 'primary' | 'danger' | 'quiet';
}

export function Button({ kind = 'normal', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`button ${className}`} data-kind={kind} {...rest} />;
}

interface FieldFrame {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Shown in place of the hint. */
  readonly error?: string | null;
}

/** What a control needs to belong to its label, its hint and its error. */
function useFieldIds({ hint, error }: Pick<FieldFrame, 'hint' | 'error'>) {
  const id = useId();
  const note = error || hint !== undefined ? `${id}-note` : undefined;
  return { id, note, invalid: error ? true : undefined };
}

function Frame(props: FieldFrame & { id: string; note: string | undefined; children: ReactNode }) {
  const { label, hint, error, id, note, children } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {error ? (
        <span id={note} className="field-error" role="alert">
          {error}
        </span>
      ) : (
        hint !== undefined && (
          <span id={note} className="field-hint">
            {hint}
          </span>
        )
      )}
    </div>
  );
}

type FieldProps = FieldFrame & InputHTMLAttributes<HTMLInputElement>;

/** A text input with its label. */
export function Field({ label, hint, error, ...rest }: FieldProps) {
  const { id, note, invalid } = useFieldIds({ hint, ...(error === undefined ? {} : { error }) });
  return (
    <Frame {...{ label, hint, id, note }} error={error ?? null}>
      <input id={id} className="input" aria-describedby={note} aria-invalid={invalid} {...rest} />
    </Frame>
  );
}

type TextAreaProps = FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea({ label, hint, error, ...rest }: TextAreaProps) {
  const { id, note, invalid } = useFieldIds({ hint, ...(error === undefined ? {} : { error }) });
  return (
    <Frame {...{ label, hint, id, note }} error={error ?? null}>
      <textarea
        id={id}
        className="input"
        aria-describedby={note}
        aria-invalid={invalid}
        {...rest}
      />
    </Frame>
  );
}

export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

type SelectProps<Value extends string> = FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> & {
    readonly value: Value;
    readonly options: readonly Option<Value>[];
    readonly onChange: (value: Value) => void;
  };

/** The system's own list: it works with touch, keyboard and screen reader without a script. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, value, options, onChange, ...rest } = props;
  const { id, note, invalid } = useFieldIds({ hint, ...(error === undefined ? {} : { error }) });
  return (
    <Frame {...{ label, hint, id, note }} error={error ?? null}>
      <select
        id={id}
        className="input"
        aria-describedby={note}
        aria-invalid={invalid}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

/** A choice between few, all visible. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange } = props;
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
