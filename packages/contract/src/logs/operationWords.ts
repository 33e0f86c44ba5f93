import type { Language } from '../call.ts';
import type { LogField, NamedKind, Words } from './defineLogWords.ts';
import { logFields } from './logWords.ts';

/** Names of what values point at: `place 5` → 一号店. What is not in it was deleted, or is somebody else's. */
export type OperationNames = Readonly<Record<string, string>>;
export const nameKey = (kind: NamedKind, id: number): string => `${kind} ${id}`;

/** Ids of uploaded pictures, which say nothing to people. */
const pictures = new Set(['avatar', 'cover']);
/** Of what was filtered only what it left out counts, not how the rest was ordered and turned. */
const unsaid = new Set(['SortType', 'IsAsc', 'PageIndex', 'PageSize', 'pageIndex', 'pageSize', 'Language', 'language']);

const said = {
  yes: { zh: '是', en: 'yes' },
  no: { zh: '否', en: 'no' },
  none: { zh: '无', en: 'none' },
  picture: { zh: '图片', en: 'an image' },
} as const satisfies Words;

/** How words are made. */
export interface OperationSpeech {
  readonly language: Language;
  readonly names: OperationNames;
  /** A moment as its reader's clock shows it. */
  dateTime(epochMs: number): string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Written down in both languages already. */
const isWritten = (value: Record<string, unknown>): boolean =>
  typeof value.zh === 'string' && typeof value.en === 'string';

/** In a list of roles or of places: the role's name, and where it is held. */
const isRoleSomewhere = (value: Record<string, unknown>): value is { role: string; projectId?: unknown } =>
  typeof value.role === 'string';

/** A field by its name in the log; some lines were written with the columns' own names. */
function fieldOf(field: string): LogField | undefined {
  const name = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(logFields, name) ? logFields[name] : undefined;
}

/** What a field is called; one that has no name by its own. */
export const operationFieldInWords = (field: string, language: Language): string => fieldOf(field)?.[language] ?? field;

function momentOf(field: string, value: unknown): number | null {
  if (!/(At|_at|Time|_time|Epoch)$/.test(field)) return null;
  if (typeof value === 'number' && value > 1e11) return value;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? Date.parse(value) : null;
}

/** The value of a field of an operation, in words; null: there is none. */
export function operationValueInWords(field: string, value: unknown, speech: OperationSpeech): string | null {
  const { language, names } = speech;
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return said[value ? 'yes' : 'no'][language];
  if (Array.isArray(value)) {
    const parts = value.map((part) => operationValueInWords(field, part, speech)).filter((part) => part !== null);
    return parts.join(language === 'zh' ? '、' : ', ') || said.none[language];
  }
  if (isRecord(value)) {
    if (isWritten(value)) return value[language] as string;
    if (isRoleSomewhere(value)) {
      const place = operationValueInWords('projectId', value.projectId, speech);
      return place === null ? value.role : language === 'zh' ? `${value.role}（${place}）` : `${value.role} (${place})`;
    }
    const parts = Object.entries(value).flatMap(([inner, part]) => {
      const words = unsaid.has(inner) ? null : operationValueInWords(inner, part, speech);
      return words === null ? [] : [`${operationFieldInWords(inner, language)} ${words}`];
    });
    return parts.join(language === 'zh' ? '，' : ', ') || said.none[language];
  }
  if (pictures.has(field)) return said.picture[language];
  const { values, pointsAt } = fieldOf(field) ?? {};
  if (values && Object.hasOwn(values, String(value))) return values[String(value)]![language];
  if (pointsAt && Number.isInteger(Number(value))) return names[nameKey(pointsAt, Number(value))] ?? `#${value}`;
  const moment = momentOf(field, value);
  return moment === null ? String(value) : speech.dateTime(moment);
}

/** The fields of an operation that people would read by the name programs use. */
export function unnamedFields(fields: unknown): string[] {
  if (Array.isArray(fields)) return fields.flatMap(unnamedFields);
  if (!isRecord(fields) || isWritten(fields) || isRoleSomewhere(fields)) return [];
  return Object.entries(fields).flatMap(([field, value]) =>
    unsaid.has(field) || fieldOf(field)?.namesOwnParts
      ? []
      : [...(fieldOf(field) ? [] : [field]), ...unnamedFields(value)],
  );
}

/** What the fields of an operation point at. A company only by what we wrote ourselves: what was filtered, somebody typed. */
export function operationPointers(fields: unknown): { kind: NamedKind; id: number }[] {
  const found: { kind: NamedKind; id: number }[] = [];
  const look = (field: string, value: unknown, depth: number): void => {
    if (Array.isArray(value)) for (const part of value) look(field, part, depth);
    else if (isRecord(value)) for (const [inner, part] of Object.entries(value)) look(inner, part, depth + 1);
    else {
      const kind = fieldOf(field)?.pointsAt;
      const id = Number(value);
      if (!kind || !Number.isInteger(id) || id < 1 || id > 2_147_483_647) return;
      if (kind !== 'company' || depth === 0) found.push({ kind, id });
    }
  };
  if (isRecord(fields)) for (const [field, value] of Object.entries(fields)) look(field, value, 0);
  return found;
}
