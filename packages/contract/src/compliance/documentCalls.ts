import { z } from 'zod';
import { type Bilingual, defineCalls } from '../call.ts';
import { epochMs } from '../scalars.ts';

/** 128 random bits in base32: no other document follows from it. */
export const sealedDocumentId = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z2-7]{26}$/);

/** Where a document is checked; the first characters of its hash follow after a `#`, which browsers do not send. */
export const documentPath = (id: string): string => `/verify/${id}`;
/** So many characters of the hash stand in the code: 64 bits: no accidental match. */
export const hashInCode = 16;

export const documentKinds = ['waybill', 'pack', 'proof'] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const documentKindWords: Readonly<Record<DocumentKind, Bilingual>> = {
  waybill: { zh: '运单温度证书', en: 'Temperature certificate of a waybill' },
  pack: { zh: '合规包', en: 'Compliance pack' },
  proof: { zh: '记录证明', en: 'Proof of records' },
};

/** How a document stands now. */
export const documentStates = ['valid', 'draft', 'superseded'] as const;
export type DocumentState = (typeof documentStates)[number];

/** What is signed of a pack or a proof. */
export interface RecordsStatement {
  readonly format: 'records-document/1';
  readonly id: string;
  readonly kind: 'pack' | 'proof';
  readonly revision: number;
  /** Epoch ms. */
  readonly issuedAt: number;
  readonly company: string;
  readonly project: string;
  readonly timeZone: string;
  readonly fromDay: string;
  readonly untilDay: string;
  readonly points: number;
  readonly pointDays: number;
  readonly samples: number;
  /** SHA-256 of each file that was handed out, hexadecimal. */
  readonly files: Readonly<Record<string, string>>;
}

/** Public: its holder can ask for it; the id cannot be guessed. */
export const documentCalls = defineCalls({
  getSealedDocument: {
    method: 'GET',
    path: '/Verify/GetSealedDocument',
    effect: 'read',
    access: 'public',
    perMinute: 60,
    summary: { zh: '核验已封存的文件', en: 'Whether a document is the one that was sealed, and how it stands now' },
    query: z.object({ Document: sealedDocumentId }),
    data: z.object({
      Kind: z.enum(documentKinds),
      State: z.enum(documentStates),
      IsIntact: z.boolean().describe('statement, signature and the files that are kept fit together'),
      Revision: z.number().int(),
      IssueEpoch: epochMs,
      NewestRevision: z.number().int(),
      NewestDocument: z.string().nullable().describe('its id; null: this one, or that of a pack'),
      ResealedDays: z.number().int().describe('of a pack: days that were sealed again since'),
      Statement: z.string().describe('what is signed, as JSON'),
      Hash: z.string().describe('SHA-256 of the statement, hexadecimal'),
      Signature: z.string().describe('Ed25519 over the hash, hexadecimal'),
      PublicKey: z.string().describe('PEM'),
      FileList: z.array(
        z.object({ Name: z.string(), SizeBytes: z.number().int(), Sha256: z.string().describe('hexadecimal') }),
      ),
    }),
  },
});
