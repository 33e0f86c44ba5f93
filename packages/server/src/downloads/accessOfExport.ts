import {
  type AllCalls,
  type CallName,
  type CallSpec,
  calls,
  type ExportKindName,
  exportKinds,
} from '@watchpost/contract';

/** Who may export a list: its readers, and where a call returns it as a file at once, those who may make that call. */
export function accessOfExport(kind: ExportKindName): CallSpec['access'] {
  const { call, file } = exportKinds[kind] as { call: string; file?: string };
  const { access }: CallSpec = calls[(file ?? call) as CallName & keyof AllCalls];
  return access;
}
