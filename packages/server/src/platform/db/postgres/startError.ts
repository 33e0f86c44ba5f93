import { readFileSync } from 'node:fs';
import path from 'node:path';

/** PostgreSQL could not be started. The message is one sentence for the person who typed the command. */
export class PostgresStartError extends Error {
  override readonly name: string = 'PostgresStartError';
}

/** Another process runs it. */
export class PostgresInUse extends PostgresStartError {
  override readonly name = 'PostgresInUse';
}

export function folderError(folder: string, error: unknown): PostgresStartError {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new PostgresStartError(
        `The folder ${path.dirname(folder)} cannot be written: make it writable, or set DATA_DIR to another folder.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder);
    case 'ENOTDIR':
    case 'EEXIST':
      return new PostgresStartError(`${folder} lies below a file, not a folder: set DATA_DIR to another folder.`);
    default:
      return new PostgresStartError(`The folder ${folder} could not be prepared: ${(error as Error).message}.`);
  }
}

export function diskFull(folder: string): PostgresStartError {
  return new PostgresStartError(`The disk that holds ${folder} is full: free some space and start again.`);
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** The one sentence for what PostgreSQL said before it gave up. */
export function explainOutput(dataDir: string, lines: readonly string[]): PostgresStartError {
  const text = lines.join('\n');
  if (/No space left on device|Disk quota exceeded/i.test(text)) return diskFull(dataDir);
  if (/Permission denied|Read-only file system/i.test(text)) {
    return new PostgresStartError(
      `The database folder ${dataDir} cannot be written: make it writable, or set DATA_DIR to another folder.`,
    );
  }
  if (/wrong ownership/i.test(text)) {
    return new PostgresStartError(
      `The database folder ${dataDir} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
    );
  }
  if (/Address already in use/i.test(text)) {
    return new PostgresStartError('The port chosen for the database was taken by another program: start again.');
  }
  if (/incompatible with server/i.test(text)) {
    const version = readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
    return new PostgresStartError(
      `The database in ${dataDir} was made by PostgreSQL ${version}, which this version cannot read: restore a backup into another DATA_DIR.`,
    );
  }
  if (/error while loading shared libraries/i.test(text)) {
    return new PostgresStartError('PostgreSQL cannot load its libraries: delete node_modules and run "npm ci" again.');
  }
  const said = lines.filter((line) => /FATAL|PANIC|error/i.test(line)).at(-1) ?? lines.filter(Boolean).at(-1);
  return new PostgresStartError(`PostgreSQL did not start: ${said ?? 'it ended without a word'}`);
}
