import {
  type AllCalls,
  type CallName,
  type CallSpec,
  calls,
  type ExportKindName,
  exportKinds,
} from '@watchpost/contract';

/** Who may export a list: whoever may read it, and where a call answers it as a file at once, whoever may make that. */
export function accessOfExport(kind: ExportKindName): CallSpec['access'] {
  const { call, file } = exportKinds[kind] as { call: string; file?: string };
  const { access }: CallSpec = calls[(file ?? call) as CallName & keyof AllCalls];
  return access;
}
