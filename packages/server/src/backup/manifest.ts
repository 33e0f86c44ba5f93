import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** A backup cannot be made or restored. The message is a sentence for the person who typed the command. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

/** Raised when an older version could no longer read what is written. */
export const backupFormat = 1;
const manifestFile = 'manifest.json';

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);
const count = z.number().int().nonnegative();
const content = { sizeBytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) };
/** Goes into a statement as it stands, so it may be nothing else. */
const bounds = z.string().regex(/^FOR VALUES FROM \('[0-9 :+.-]+'\) TO \('[0-9 :+.-]+'\)$/);

const Stored = z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), ...content });
const Manifest = z.object({
  format: z.number().int(),
  /** Of the product that made it. */
  version: z.string(),
  /** ISO, UTC: the moment whose state it holds. */
  takenAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })).min(1),
  tables: z
    .array(
      z.object({
        name,
        columns: z.array(name).min(1),
        parts: z.array(z.object({ name, bounds })).nullable(),
        rows: count,
        ...content,
      }),
    )
    .min(1),
  sequences: z.array(z.object({ name, value: z.number().int(), isCalled: z.boolean() })),
  /** By the folder of DATA_DIR. */
  stored: z.object({ files: z.array(Stored), downloads: z.array(Stored) }),
  /** Small files of DATA_DIR itself: what the demo's simulator signs in with. */
  notes: z.array(z.object({ name: z.string().regex(/^demo-[a-z]+\.json$/), ...content })),
  /** Keys that the database knew and the folders did not have. */
  missing: z.array(z.string()),
});
export type Manifest = z.output<typeof Manifest>;
export type Content = { sizeBytes: number; sha256: string };

const sumOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Written last and at once: a folder without it is no backup. Its checksum stands beside it as `sha256sum -c` reads it. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeFlushed(path.join(folder, `${manifestFile}.sha256`), `${sumOf(text)}  ${manifestFile}\n`);
  const draft = path.join(folder, `${manifestFile}.new`);
  await writeFlushed(draft, text);
  await rename(draft, path.join(folder, manifestFile));
}

async function writeFlushed(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws BackupRefused when there is no backup, when it is newer than this version, or when its manifest is damaged */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => {
    throw new BackupRefused(`${folder} holds no finished backup: there is no ${manifestFile} in it.`);
  });
  const damaged = () =>
    new BackupRefused(`The backup in ${folder} is damaged (${manifestFile}): take another one. Nothing was restored.`);
  const noted = await readFile(path.join(folder, `${manifestFile}.sha256`), 'utf8').catch(() => '');
  if (noted.slice(0, 64) !== sumOf(text)) throw damaged();
  const data: unknown = JSON.parse(text);
  const format = z.object({ format: z.number(), version: z.string() }).safeParse(data);
  if (!format.success) throw damaged();
  if (format.data.format > backupFormat) throw newer(folder, format.data.version);
  const parsed = Manifest.safeParse(data);
  if (!parsed.success) throw damaged();
  return parsed.data;
}

export const newer = (folder: string, version: string): BackupRefused =>
  new BackupRefused(
    `The backup in ${folder} was made by a newer version (${version}): restore it with that one. Nothing was restored.`,
  );
