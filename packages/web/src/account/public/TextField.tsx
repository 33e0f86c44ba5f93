import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import type { FieldState } from './usePublicForm.ts';

export interface TextFieldProps {
  readonly field: FieldState;
  readonly label: string;
  readonly type?: HTMLInputTypeAttribute;
  readonly autoComplete?: string;
  readonly inputMode?: 'numeric' | 'tel' | 'email';
  readonly autoFocus?: boolean;
  /** Beside the input, inside its frame: a button, a dialling code. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Under the field: what is right, what just happened. */
  readonly hint?: ReactNode;
  readonly onKeyUp?: React.KeyboardEventHandler<HTMLInputElement>;
}

/** A labelled input with what is wrong beside it. */
export function TextField({ field, label, before, after, hint, type = 'text', ...input }: TextFieldProps) {
  const errorId = `${field.name}-error`;
  const hintId = `${field.name}-hint`;
  const described = [field.error ? errorId : null, hint ? hintId : null].filter(Boolean).join(' ');
  return (
    <div className="public-field">
      <label htmlFor={field.name}>{label}</label>
      <div className="public-input">
        {before}
        <input
          id={field.name}
          name={field.name}
          type={type}
          autoCapitalize="none"
          spellCheck={false}
          value={field.value}
          aria-invalid={field.error !== null}
          aria-describedby={described || undefined}
          onChange={(event) => field.change(event.target.value)}
          onBlur={field.leave}
          {...input}
        />
        {after}
      </div>
      {field.error ? (
        <p className="public-field-error" id={errorId}>
          {field.error}
        </p>
      ) : null}
      {hint ? (
        <div className="public-hint" id={hintId}>
          {hint}
        </div>
      ) : null}
    </div>
  );
}
