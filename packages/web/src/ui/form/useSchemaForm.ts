import { type FieldErrors, inputWords, type Language } from '@watchpost/contract';
import { Form } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { CallError } from '../../lib/CallError.ts';
import { textIn } from '../../lib/defineText.ts';
import { getLanguage, useLanguage } from '../../lib/language.ts';
import { changedValues, type ListChange, listChange, partsKnown } from './changedValues.ts';
import { SchemaField } from './SchemaField.tsx';
import type { FieldPath, SchemaFormState } from './SchemaFormState.ts';
import { text } from './text.ts';
import { useFormHold } from './useFormHold.ts';

/** What a form edits: the input of a call, by the names of the wire; a field that is not filled in yet is undefined. */
type Draft<Schema extends z.ZodType> = { [Name in keyof z.input<Schema>]?: z.input<Schema>[Name] | undefined };

/** What is sent of something that exists: which it is, and what was changed of it. */
type Edited<Schema extends z.ZodType, Key extends keyof z.input<Schema>> = Pick<z.input<Schema>, Key> &
  Partial<Omit<z.input<Schema>, Key>>;

type ItemOf<List> = NonNullable<List> extends readonly (infer Item)[] ? Item : never;

export interface FormChange<Schema extends z.ZodType> {
  /** What was put into a list and what was taken out of it, for calls that take both: two people may then change one list. */
  inList<Name extends keyof z.input<Schema> & string>(name: Name): ListChange<ItemOf<z.input<Schema>[Name]>>;
}

interface NewOptions<Schema extends z.ZodType> {
  readonly initial: Draft<Schema>;
  readonly edits?: undefined;
  readonly save: (values: z.input<Schema>) => unknown;
}

interface EditOptions<Schema extends z.ZodType, Key extends keyof z.input<Schema> & string> {
  readonly initial: Draft<Schema>;
  readonly edits: readonly Key[];
  readonly together?: readonly (readonly (keyof z.input<Schema> & string)[])[];
  readonly save: (values: Edited<Schema, Key>, change: FormChange<Schema>) => unknown;
}

interface AddOrEditOptions<Schema extends z.ZodType> {
  readonly initial: Draft<Schema>;
  readonly together?: readonly (readonly (keyof z.input<Schema> & string)[])[];
  readonly add: (values: z.input<Schema>) => unknown;
  readonly edit: ((changed: Partial<z.input<Schema>>, change: FormChange<Schema>) => unknown) | null;
}

/** Thrown by `save` when the person thought better of it: nothing is sent, everything stays as it stands. */
export class NotNow extends Error {}

/** `Contacts.0.Phone` as the server names it. */
const pathOnWire = (field: string): FieldPath =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

const begins = (path: readonly PropertyKey[], with_: FieldPath): boolean =>
  with_.every((part, index) => String(path[index]) === String(part));

/** The first thing wrong with one field; null: nothing. The whole is asked, because rules may be about several fields. */
function wordsFor(schema: z.ZodType, values: unknown, path: FieldPath, language: Language): string | null {
  const { error } = schema.safeParse(values, { error: (issue) => inputWords(issue, language) });
  return error?.issues.find((issue) => begins(issue.path, path))?.message ?? null;
}

const saveOf = <Schema extends z.ZodType, Key extends keyof z.input<Schema> & string>({
  add,
  edit,
  ...rest
}: AddOrEditOptions<Schema>): NewOptions<Schema> | EditOptions<Schema, Key> =>
  edit ? { ...rest, edits: [], save: edit as never } : { ...rest, save: add };

/**
 * A form on a schema of the contract: a field is checked as it is left, in the user's language and the server's words; what the
 * server refuses stands beside the same fields; sending goes to the first wrong field.
 *
 * @param schema what the call takes; `calls.addMember.body`. Make a form's own schema outside the component
 * @param initial what stands in the fields at first
 * @param edits when something that exists is changed: the fields that say what it is. Then `save` gets these and, of the rest,
 *   only what is not as it was loaded: what somebody else saved meanwhile stays
 * @param together groups of fields that mean something only together: when one of a group was changed, all of it is handed on
 * @param save sends it, with the values as the call takes them; what it throws is shown
 * @param add with `edit` instead of `save`, for a form that does both: `edit` is null when something is added, and otherwise gets only
 *   what was changed
 * @example
 * const form = useSchemaForm(calls.addRole.body, { initial: { RoleName: '' }, save: (body) => save('addRole', { body }, t.added) });
 * return <FormDialog form={form} title={t.addRole} onClose={close}><form.Field name="RoleName" label={t.name}><Input /></form.Field></FormDialog>;
 * @example
 * const form = useSchemaForm(NewVpn, {
 *   initial: present ?? { Kind: 'openvpn' },
 *   add: (body) => save('addVPN', { body }, t.saved),
 *   edit: present && ((body) => save('updateVPN', { body: { ...body, VPNId: present.VPNId } }, t.saved)),
 * });
 */
export function useSchemaForm<Schema extends z.ZodType>(
  schema: Schema,
  options: NewOptions<Schema>,
): SchemaFormState<Schema>;
export function useSchemaForm<Schema extends z.ZodType>(
  schema: Schema,
  options: AddOrEditOptions<Schema>,
): SchemaFormState<Schema>;
export function useSchemaForm<Schema extends z.ZodType, const Key extends keyof z.input<Schema> & string = never>(
  schema: Schema,
  options: EditOptions<Schema, Key>,
): SchemaFormState<Schema>;
export function useSchemaForm<Schema extends z.ZodType, const Key extends keyof z.input<Schema> & string = never>(
  schema: Schema,
  options: NewOptions<Schema> | EditOptions<Schema, Key>,
): SchemaFormState<Schema>;
export function useSchemaForm<Schema extends z.ZodType, const Key extends keyof z.input<Schema> & string = never>(
  schema: Schema,
  given: NewOptions<Schema> | EditOptions<Schema, Key> | AddOrEditOptions<Schema>,
): SchemaFormState<Schema> {
  const options = 'add' in given ? saveOf<Schema, Key>(given) : given;
  const { initial } = options;
  const [antd] = Form.useForm();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [dirty, setDirty] = useState(false);
  const { held, hold } = useFormHold();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  /** As the fields were filled at first, or last saved: not what has been loaded again since. */
  const loaded = useRef<object>(initial);
  const sending = useRef(false);

  /** Fields that are not on the screen keep their initial values. */
  const valuesNow = useCallback((): object => ({ ...latest.current.initial, ...antd.getFieldsValue(true) }), [antd]);
  /** What the server refused holds until the field says something else. */
  const refused = useRef(new Map<string, { value: unknown; words: string }>());
  const check = useCallback(
    (path: FieldPath) => {
      const words = wordsFor(schema, valuesNow(), path, getLanguage());
      const before = refused.current.get(path.join('.'));
      return words ?? (before && before.value === antd.getFieldValue([...path]) ? before.words : null);
    },
    [schema, valuesNow, antd],
  );
  const isRequired = useCallback(
    ([name, ...rest]: FieldPath) => {
      const shape = (schema as unknown as { shape?: Readonly<Record<string, z.ZodType>> }).shape;
      const field = rest.length === 0 ? shape?.[String(name)] : undefined;
      return field !== undefined && !field.safeParse(undefined).success;
    },
    [schema],
  );

  const checkAgain = useCallback(() => {
    const wrong = antd.getFieldsError().filter(({ errors }) => errors.length > 0);
    if (wrong.length > 0) antd.validateFields(wrong.map(({ name }) => name)).catch(() => undefined);
  }, [antd]);
  // What stands beside the fields speaks the language of the screen.
  const spoken = useRef(language);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    checkAgain();
  }, [language, checkAgain]);

  const noteChange = useCallback(() => {
    setDirty(true);
    setFailure(null);
    // A complaint is taken back as soon as it is met, and so is one about two fields when the other one changes.
    checkAgain();
  }, [checkAgain]);

  /** Puts the server's words beside the fields that are on the screen; answers what is left to say. */
  const showRefused = useCallback(
    ({ fields, message }: CallError): string | null => {
      const onScreen = antd.getFieldsError().map(({ name }) => name as FieldPath);
      const placed: { name: FieldPath; errors: string[] }[] = [];
      const left: FieldErrors['Fields'] = [];
      for (const field of fields) {
        const path = pathOnWire(field.Field);
        const name = onScreen.find((each) => begins(path, each));
        if (name) {
          placed.push({ name, errors: [field.Message] });
          refused.current.set(name.join('.'), { value: antd.getFieldValue([...name]), words: field.Message });
        } else left.push(field);
      }
      antd.setFields(placed.map(({ name, errors }) => ({ name: [...name], errors })));
      if (placed[0]) antd.focusField([...placed[0].name]);
      return placed.length > 0 && left.length === 0 ? null : message;
    },
    [antd],
  );

  const send = useCallback(async () => {
    setFailure(null);
    try {
      await antd.validateFields();
    } catch (refused) {
      const [first] = (refused as { errorFields?: { name: (string | number)[] }[] }).errorFields ?? [];
      if (first) antd.focusField(first.name);
      return;
    }
    const values = valuesNow();
    const language = getLanguage();
    const { error } = schema.safeParse(values, { error: (issue) => inputWords(issue, language) });
    if (error) {
      // Wrong, but with no field on the screen to say it beside.
      setFailure(error.issues[0]?.message ?? textIn(text, language).failed);
      return;
    }
    setBusy(true);
    try {
      const { current: now } = latest;
      const before = loaded.current as Record<string, unknown>;
      if (now.edits === undefined) await now.save(partsKnown(schema, values) as z.input<Schema>);
      else {
        const changed = changedValues(before, values, { schema, keys: now.edits, together: now.together ?? [] });
        await now.save(partsKnown(schema, changed) as Edited<Schema, Key>, {
          inList: (name) =>
            listChange(listOf(before[name]), listOf((values as Record<string, unknown>)[name])) as never,
        });
      }
      loaded.current = values;
      setDirty(false);
    } catch (error) {
      if (error instanceof NotNow) return;
      setFailure(error instanceof CallError ? showRefused(error) : textIn(text, getLanguage()).failed);
    } finally {
      setBusy(false);
    }
  }, [antd, schema, valuesNow, showRefused]);

  const submit = useCallback(async () => {
    // The second click of a double click comes before the button can say that it is busy.
    if (sending.current || held) return;
    sending.current = true;
    try {
      await send();
    } finally {
      sending.current = false;
    }
  }, [send, held]);

  return useMemo(
    () => ({
      antd,
      initial,
      Field: SchemaField as SchemaFormState<Schema>['Field'],
      check,
      isRequired,
      submit,
      busy,
      held,
      hold,
      failure,
      dirty,
      noteChange,
    }),
    [antd, initial, check, isRequired, submit, busy, held, hold, failure, dirty, noteChange],
  );
}
