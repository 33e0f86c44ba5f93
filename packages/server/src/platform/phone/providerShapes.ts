import { readPointers } from '../jsonPointer.ts';

/** Where the answer to a message says what. */
export interface AnswerShape {
  /** JSON pointer to the message's number; null: the provider gives none. */
  readonly id: string | null;
  /** A provider that answers 200 and says inside whether it took it; null: 2xx is enough. */
  readonly ok: { readonly pointer: string; readonly value: string } | null;
}

const receiptNames = ['list', 'id', 'state', 'detail', 'from', 'text', 'digit', 'code'] as const;
/** Where a receipt says what; `list` is the list of them, the others stand in each. What is absent is not told. */
export type ReceiptShape = Readonly<Partial<Record<(typeof receiptNames)[number], string>>>;

/** `pending`: neither arrived nor lost yet. */
export const receiptStates = ['delivered', 'failed', 'pending'] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** @example 'id=/data/msgid ok=/code=0' */
export function readAnswer(text: string): AnswerShape | null {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const okWord = words.find((word) => word.startsWith('ok='));
  const ok = okWord && /^ok=((?:\/[^/\s=]*)+)=(\S+)$/.exec(okWord);
  const rest = readPointers(words.filter((word) => word !== okWord).join(' '), ['id']);
  if (rest === null || (okWord !== undefined && !ok)) return null;
  return { id: rest.id ?? null, ok: ok ? { pointer: ok[1]!, value: ok[2]! } : null };
}

/** @example 'list=/reports id=/msgid state=/status from=/mobile text=/content' */
export const readReceiptShape = (text: string): ReceiptShape | null => readPointers(text, receiptNames);

/** @example 'DELIVRD=delivered, UNDELIV=failed'; our own names are always understood */
export function readReceiptStates(text: string): ReadonlyMap<string, ReceiptState> | null {
  const states = new Map<string, ReceiptState>(receiptStates.map((name) => [name, name]));
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const separator = part.lastIndexOf('=');
    const name = receiptStates.find((each) => each === part.slice(separator + 1).trim());
    if (separator < 1 || name === undefined) return null;
    states.set(part.slice(0, separator).trim(), name);
  }
  return states;
}
