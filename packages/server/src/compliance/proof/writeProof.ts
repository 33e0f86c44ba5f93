import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Language } from '@watchpost/contract';
import yazl from 'yazl';
import { system } from '../../access/index.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { SealDeps } from '../deps.ts';
import { signHash } from '../seal/canonical.ts';
import { publicKeys } from '../seal/seal.store.ts';
import { currentKey } from '../seal/sealKey.ts';
import {
  namesOf,
  type ProjectFacts,
  type RecordRow,
  type RootRow,
  recordsOfDays,
  rootsBetween,
} from './proof.store.ts';
import { readme } from './readme.ts';

const verifier = readFileSync(new URL('./verify.mjs', import.meta.url));

/** Everything about a range of days but the samples, as it stood when it was read. */
export interface ProofFacts {
  readonly project: ProjectFacts;
  readonly from: string;
  readonly until: string;
  readonly records: readonly RecordRow[];
  readonly roots: readonly RootRow[];
}

/** What was sealed of a project's days, and the roots over it. @param pointIds null: of all points */
export async function proofFacts(
  { db }: Pick<SealDeps, 'db'>,
  project: ProjectFacts,
  { from, until }: { from: string; until: string },
  pointIds: readonly number[] | null,
): Promise<ProofFacts> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const records = await recordsOfDays(system, transaction, project.id, { from, until }, pointIds);
      const numbers = records.map(({ seal_number }) => seal_number);
      const roots =
        numbers.length === 0
          ? []
          : await rootsBetween(system, transaction, project.id, Math.min(...numbers), Math.max(...numbers));
      return { project, from, until, records, roots };
    });
}

interface ExtraFile {
  readonly name: string;
  readonly content: Buffer;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * A proof as a zip, made while it is read: samples point by point, so that a month of any size takes a few megabytes of memory.
 *
 * @param userId whose turn at history it takes
 * @param files further ones, covered by the signature
 */
export async function writeProof(
  deps: Pick<SealDeps, 'db' | 'history' | 'historyShare' | 'clock' | 'secretKey'>,
  facts: ProofFacts,
  { userId, language, files = [] }: { userId: number; language: Language; files?: readonly ExtraFile[] },
  signal: AbortSignal,
): Promise<Readable> {
  const { db, history, historyShare, clock, secretKey } = deps;
  const { project, records, roots } = facts;
  const madeAt = clock.now();
  const key = await db.transaction().execute((transaction) => currentKey(transaction, secretKey, new Date(madeAt)));
  const keys = await publicKeys(system, db);
  const byPoint = Map.groupBy(records, ({ point_id }) => point_id);
  const names = await namesOf(system, db, [...byPoint.keys()]);
  const zip = new yazl.ZipFile();
  const mtime = new Date(madeAt);
  const hashes: Record<string, string> = {};
  const add = (name: string, content: Buffer): void => {
    hashes[name] = createHash('sha256').update(content).digest('hex');
    zip.addBuffer(content, name, { mtime });
  };
  add('README.txt', Buffer.from(readme));
  add('verify.mjs', verifier);
  for (const { name, content } of files) add(name, content);

  const lines = async function* (pointId: number, name: string): AsyncGenerator<string> {
    const hash = createHash('sha256');
    const days = byPoint.get(pointId)!;
    const from = Math.min(...days.map(({ from_at }) => from_at.getTime()));
    const to = Math.max(...days.map(({ to_at }) => to_at.getTime()));
    let text = 'ms,value,quality\n';
    // Each stretch takes its own turn, so other readers do not wait for the whole file.
    for (let start = from; start < to; start += stretchMs) {
      const [raw] = await historyShare.long.run(userId, signal, () =>
        history.raw([pointId], start, Math.min(start + stretchMs, to), signal),
      );
      for (let i = 0; i < raw!.length; i++) {
        const value = raw!.values[i]!;
        text += `${Math.floor(raw!.measuredAt[i]!)},${Number.isNaN(value) ? '' : value},${raw!.quality[i]!}\n`;
      }
      hash.update(text);
      yield text;
      text = '';
    }
    hashes[name] = hash.digest('hex');
  };
  const give =
    (make: () => Promise<Readable> | Readable) =>
    (give: (error: unknown, stream: Readable) => void): void => {
      Promise.resolve()
        .then(make)
        .then(
          (stream) => give(null, stream),
          (error: unknown) => give(error, Readable.from([])),
        );
    };
  for (const pointId of byPoint.keys()) {
    const name = `samples/${pointId}.csv`;
    zip.addReadStreamLazy(
      name,
      { mtime },
      give(() => Readable.from(lines(pointId, name), { objectMode: false })),
    );
  }
  const manifest = (): Buffer =>
    Buffer.from(
      JSON.stringify(
        {
          format: 'records-proof/1',
          project: {
            id: project.id,
            name: inLanguage(project.name, project.name_en, language),
            company: project.company_name,
            timeZone: project.time_zone,
          },
          from: facts.from,
          until: facts.until,
          madeAt,
          keys: keys.map(({ id, public_key }) => ({ id, publicKey: public_key })),
          points: [...byPoint.keys()].map((id) => {
            const point = names.get(id)!;
            return {
              id,
              device: inLanguage(point.device_name, point.device_name_en, language),
              name: inLanguage(point.point_name, point.point_name_en, language),
              unit: point.unit,
              file: `samples/${id}.csv`,
            };
          }),
          seals: records.map((row) => ({
            point: row.point_id,
            number: row.number,
            root: row.seal_number,
            day: row.day,
            from: row.from_at.getTime(),
            to: row.to_at.getTime(),
            revision: row.revision,
            reason: row.reason,
            samples: row.samples,
            bad: row.bad,
            sha: hex(row.sha),
            previous: hex(row.previous ?? Buffer.alloc(32)),
            chain: hex(row.chain),
          })),
          roots: roots.map((row) => ({
            number: row.number,
            day: row.day,
            from: row.from_at?.getTime() ?? null,
            to: row.to_at?.getTime() ?? null,
            madeAt: row.made_at.getTime(),
            leaves: row.leaves,
            chains: row.chains.map(hex),
            root: hex(row.root),
            previous: hex(row.previous),
            hash: hex(row.hash),
            key: row.key_id,
            signature: hex(row.signature),
          })),
          files: hashes,
        },
        null,
        1,
      ),
    );
  let made: Buffer | null = null;
  zip.addReadStreamLazy(
    'manifest.json',
    { mtime },
    give(() => {
      made = manifest();
      return Readable.from([made], { objectMode: false });
    }),
  );
  zip.addReadStreamLazy(
    'manifest.sig.json',
    { mtime },
    give(() => {
      const signature = signHash(createHash('sha256').update(made!).digest(), key.privateKey);
      return Readable.from([Buffer.from(JSON.stringify({ key: key.id, signature: hex(signature) }))], {
        objectMode: false,
      });
    }),
  );
  const stream = zip.outputStream as Readable;
  zip.on('error', (error) => stream.destroy(error as Error));
  zip.end();
  return stream;
}

/** Samples of a point that are written at a time. */
const stretchMs = 3 * 86_400_000;
