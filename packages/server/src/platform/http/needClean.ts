import { commonErrors } from '@watchpost/contract';
import type { Log } from '../log/log.ts';
import type { ScanFile } from '../virusScanner.ts';
import { Refusal } from './refusal.ts';
import type { Parts } from './requestBody.ts';

/** @throws Refusal `fileInfected`, `fileNotScanned`: what nobody has looked at is not taken where files are to be looked at */
export async function needClean(scan: ScanFile, files: Parts['files'], log: Log): Promise<void> {
  for (const { name, content } of files) {
    const { found } = await scan(content).catch((err: unknown) => {
      log.error({ err }, 'A file could not be scanned for viruses and was refused');
      throw new Refusal(commonErrors.fileNotScanned);
    });
    if (found === null) continue;
    log.warn({ found }, 'The virus scanner found something in a file that was uploaded; it was refused');
    throw new Refusal(commonErrors.fileInfected, { name });
  }
}
