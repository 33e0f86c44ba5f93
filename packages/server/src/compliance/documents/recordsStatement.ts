import type { Language, RecordsStatement } from '@watchpost/contract';
import { inLanguage } from '../../platform/inLanguage.ts';
import type { ProjectFacts, RecordRow } from '../proof/proof.store.ts';
import type { DocumentFile } from './document.store.ts';

/** What is signed of a pack or a proof: what it covers, and the hash of each file that is handed out. */
export function recordsStatement({
  id,
  kind,
  revision,
  issuedAt,
  project,
  language,
  from,
  until,
  records,
  files,
}: {
  id: string;
  kind: 'pack' | 'proof';
  revision: number;
  issuedAt: number;
  project: ProjectFacts;
  language: Language;
  from: string;
  until: string;
  records: readonly RecordRow[];
  files: readonly DocumentFile[];
}): string {
  // Of several revisions of a day the last one counts.
  const days = new Map(records.map((row) => [`${row.point_id} ${row.day}`, row.samples]));
  const statement: RecordsStatement = {
    format: 'records-document/1',
    ...{ id, kind, revision, issuedAt },
    company: project.company_name,
    project: inLanguage(project.name, project.name_en, language),
    timeZone: project.time_zone,
    fromDay: from,
    untilDay: until,
    points: new Set(records.map(({ point_id }) => point_id)).size,
    pointDays: days.size,
    samples: [...days.values()].reduce((sum, samples) => sum + samples, 0),
    files: Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256.toString('hex')])),
  };
  return JSON.stringify(statement);
}
