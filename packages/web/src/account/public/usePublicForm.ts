import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { useText } from '../../lib/defineText.ts';
import { text } from './text.ts';

export type Values<Field extends string> = Readonly<Record<Field, string>>;
export type Errors<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** What a field component needs to know of its form. */
export interface FieldState {
  readonly name: string;
  readonly value: string;
  readonly error: string | null;
  change(value: string): void;
  leave(): void;
}

export interface PublicForm<Field extends string> {
  readonly values: Values<Field>;
  /** What the server refused as a whole, in its words. */
  readonly refusal: string | null;
  readonly busy: boolean;
  /** For `<form ref onSubmit>`. */
  readonly ref: RefObject<HTMLFormElement | null>;
  submit(event: SubmitEvent<HTMLFormElement>): void;
  field(name: Field): FieldState;
  change(changes: Partial<Values<Field>>): void;
  /** Does something by the way that needs these fields, such as sending a code; says what is wrong like a submit. */
  tryTo(needs: readonly Field[], action: () => Promise<void>): Promise<void>;
}

/**
 * A form of the public pages. A field is judged when it is left, all of them at the submit; what the server refuses stands
 * beside the field it names, else above the form. The first wrong field gets the focus.
 *
 * @param check what is wrong with the values, in the user's language; asked anew at each rendering, so that words follow the language
 */
export function usePublicForm<Field extends string>({
  initial,
  check,
  send,
  afterRefusal,
}: {
  initial: () => Values<Field>;
  check: (values: Values<NoInfer<Field>>) => Errors<NoInfer<Field>>;
  send: (values: Values<NoInfer<Field>>) => Promise<void>;
  /** Where to try again after a refusal that names no field; the text there is selected. */
  afterRefusal?: NoInfer<Field>;
}): PublicForm<Field> {
  const t = useText(text);
  const [values, setValues] = useState(initial);
  const [judged, setJudged] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState<Errors<Field>>({} as Errors<Field>);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** Counts what went wrong, so that each time the focus goes to the first wrong field. */
  const [failures, setFailures] = useState(0);
  const ref = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (failures === 0) return;
    const wrong = ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    const again = afterRefusal && ref.current?.querySelector<HTMLInputElement>(`[name="${afterRefusal}"]`);
    (wrong ?? again)?.focus();
    if (!wrong && again) again.select();
  }, [failures, afterRefusal]);

  const wrong = check(values);
  const names = Object.keys(values) as Field[];
  const errorOf = (name: Field): string | null => refused[name] ?? (judged.has(name) ? wrong[name] : null) ?? null;

  const change = (changes: Partial<Values<Field>>) => {
    setValues((before) => ({ ...before, ...changes }));
    setRefused((before) => {
      const kept = { ...before };
      for (const name of Object.keys(changes) as Field[]) delete kept[name];
      return kept;
    });
  };

  const attempt = async (needs: readonly Field[], action: () => Promise<void>) => {
    if (busy) return;
    setJudged((before) => new Set([...before, ...needs]));
    setRefusal(null);
    if (needs.some((name) => wrong[name] !== undefined)) {
      setFailures((n) => n + 1);
      return;
    }
    setBusy(true);
    try {
      await action();
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : [];
      const beside: Partial<Record<Field, string>> = {};
      for (const { Field: wire, Message } of fields) {
        const name = names.find((each) => each.toLowerCase() === wire.toLowerCase());
        if (name) beside[name] ??= Message;
      }
      setRefused(beside);
      if (Object.keys(beside).length === 0) setRefusal(error instanceof CallError ? error.message : t.failed);
      setFailures((n) => n + 1);
    } finally {
      setBusy(false);
    }
  };

  return {
    values,
    refusal,
    busy,
    ref,
    submit: (event) => {
      event.preventDefault();
      void attempt(names, () => send(values));
    },
    field: (name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      change: (value) => change({ [name]: value } as Partial<Values<Field>>),
      // An empty field that is only walked through is not scolded; the submit says what is missing.
      leave: () => {
        if (values[name] !== '') setJudged((before) => (before.has(name) ? before : new Set([...before, name])));
      },
    }),
    change,
    tryTo: attempt,
  };
}
