import type { FormInstance, FormItemProps } from 'antd';
import { type ComponentType, createContext } from 'react';
import type { z } from 'zod';
import type { FormHold } from './useFormHold.ts';

/** The way to a field: `['Contacts', 0, 'Phone']`. */
export type FieldPath = readonly (string | number)[];

export const pathOf = (name: string | FieldPath): FieldPath => (typeof name === 'string' ? [name] : name);

export type SchemaFieldProps = Omit<FormItemProps, 'name' | 'rules' | 'required' | 'validateTrigger'> & {
  /** The schema needs it only together with others: marked all the same. */
  readonly required?: boolean;
  /** The field's name on the wire, or the path to it. */
  name: string | FieldPath;
};

/** What `useSchemaForm` gives to the form element and its fields. */
export interface SchemaFormState<Schema extends z.ZodType = z.ZodType> extends FormHold {
  /** For what the rest does not cover: `Form.useWatch('Kind', form.antd)`, `form.antd.setFieldValue(…)`. */
  readonly antd: FormInstance;
  readonly initial: object;
  /** A field of this form, by its name on the wire: `<form.Field name="Name" label={t.name}><Input /></form.Field>`. */
  readonly Field: ComponentType<SchemaFieldProps & { name: (keyof z.input<Schema> & string) | FieldPath }>;
  /** What is wrong with a field as it is filled in now, in the user's language; null: nothing. */
  check(path: FieldPath): string | null;
  /** Whether it may not be left empty, as far as the schema says so of this field alone. */
  isRequired(path: FieldPath): boolean;
  /** Checks everything and hands it over; goes to the first wrong field otherwise. */
  submit(): Promise<void>;
  readonly busy: boolean;
  /** Why it was refused, beyond what stands beside the fields; null: it was not. */
  readonly failure: string | null;
  /** Whether anything was changed that is not yet saved. */
  readonly dirty: boolean;
  /** Told by the form element. */
  noteChange(): void;
}

/** The form a field stands in. */
export const SchemaFormContext = createContext<SchemaFormState | null>(null);
