import { pushTypes } from '@watchpost/contract';

export type PushKind = keyof typeof pushTypes;

const kinds = new Map<number, PushKind>(Object.entries(pushTypes).map(([kind, type]) => [type, kind as PushKind]));

/** What a push says, by its number on the wire; one that a newer server knows counts as a new alarm. */
export const pushKindOf = (type: number): PushKind => kinds.get(type) ?? 'trigger';
