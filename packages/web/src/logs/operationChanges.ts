import {
  type Bilingual,
  type ExportKindName,
  exportKinds,
  type Language,
  operationFields,
  permissions,
} from '@watchpost/contract';
import { dash } from '../lib/numbers.ts';
import { text } from './text.ts';

export interface OperationChange {
  readonly field: string;
  /** Null: it had or has no such field. */
  readonly before: string | null;
  readonly after: string | null;
  /** False: named on both sides with the same value. */
  readonly changed: boolean;
}

type Fields = Readonly<Record<string, unknown>> | null;

const permissionNames = new Map<number, Bilingual>(Object.values(permissions).map((each) => [each.id, each]));
const permissionFields = new Set(['permissions', 'halfSelected']);
/** Ids of uploaded images, which say nothing to people. */
const imageFields = new Set(['avatar', 'cover']);

function valueInWords(field: string, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return dash;
  if (typeof value === 'boolean') return text[value ? 'yes' : 'no'][language];
  if (Array.isArray(value)) {
    if (value.length === 0) return text.none[language];
    return value.map((part) => valueInWords(field, part, language)).join(language === 'zh' ? '、' : ', ');
  }
  if (typeof value === 'number' && permissionFields.has(field)) {
    return permissionNames.get(value)?.[language] ?? String(value);
  }
  if (imageFields.has(field)) return text.image[language];
  if (field === 'exportKind' && Object.hasOwn(exportKinds, String(value))) {
    return exportKinds[value as ExportKindName][language];
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(
      ([name, part]) => `${fieldInWords(name, language)} ${valueInWords(name, part, language)}`,
    );
    return parts.length === 0 ? text.none[language] : parts.join(language === 'zh' ? '，' : ', ');
  }
  return String(value);
}

/** What a field is called; one that has no name yet by its own. */
export const fieldInWords = (field: string, language: Language): string =>
  Object.hasOwn(operationFields, field) ? operationFields[field]![language] : field;

/** What an operation changed, field by field in words; those that stayed as they were last. */
export function operationChanges(before: Fields, after: Fields, language: Language): OperationChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const side = (fieldsOf: Fields, field: string) =>
    fieldsOf !== null && Object.hasOwn(fieldsOf, field) ? valueInWords(field, fieldsOf[field], language) : null;
  const changes = fields.map((field) => {
    const [was, is] = [side(before, field), side(after, field)];
    return {
      field: fieldInWords(field, language),
      before: was,
      after: is,
      changed: JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]),
    };
  });
  return [...changes.filter(({ changed }) => changed), ...changes.filter(({ changed }) => !changed)];
}
