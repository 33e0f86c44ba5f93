import { type AllCalls, type CallName, type CallSpec, calls, commonErrors, exportKinds } from '@watchpost/contract';
import { type Caller, createAuthorize } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import { normalizePart } from '../platform/http/normalizeInput.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { parsePart } from '../platform/http/validate.ts';
import { accessOfExport } from './accessOfExport.ts';
import type { AnyExporter, ExportQuestion } from './exporter.ts';

/** As it is kept until the job runs: what was sent, and the place of its sender. */
export interface ExportWish {
  readonly userId: number;
  readonly companyId: number;
  /** The project that was chosen; it counts as a header does. */
  readonly projectId: number | null;
  readonly input: { readonly query?: object | undefined; readonly body?: object | undefined };
}

/** Any permission that a read call asks for is asked again without a sign-in: the wish is the user's own, kept by us. */
const noProof = async () => false;

/**
 * The exporter's question, for the user as they are now: their rights are checked as if they made the list's read call with this
 * input themselves, at this moment, in this company.
 *
 * @throws Refusal as the read call would refuse; InvalidInput when its input no longer fits the call
 */
export async function callerOfExport(
  db: Db,
  exporter: AnyExporter,
  { userId, companyId, projectId, input }: ExportWish,
  language: 'zh' | 'en',
): Promise<ExportQuestion<never>> {
  const read: CallSpec = calls[exportKinds[exporter.kind].call as CallName & keyof AllCalls];
  const spec: CallSpec = { ...read, access: accessOfExport(exporter.kind) };
  const authorize = createAuthorize(
    db,
    async () => ({ userId, sessionId: '', expiresAt: Number.POSITIVE_INFINITY }),
    noProof,
  );
  const headers = {
    'company-id': String(companyId),
    ...(projectId === null ? {} : { 'project-id': String(projectId) }),
  };
  // Checked by the very schemas that the exporter's input type is made of.
  const query = normalizePart(spec, 'query', input.query, { isText: true, clears: true });
  const body = normalizePart(spec, 'body', input.body, { isText: false, clears: true });
  const parsed = { query: parsePart(spec.query, query, language), body: parsePart(spec.body, body, language) };
  const sent = { query: query.value, body: body.value };
  const caller: Caller = await authorize(spec, { token: '', headers, sent, parsed: () => parsed });
  // A company that the user has left would quietly be replaced by another of theirs.
  if (caller.grants?.companyId !== companyId) throw new Refusal(commonErrors.notYourCompany);
  return { caller, language, input: { ...parsed, files: undefined } as never };
}
