import { type Language, NewTag, type TagType, tagTypes, tagTypeWords, transportErrors } from '@watchpost/contract';
import { z } from 'zod';
import type { UserTenant } from '../../access/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { type ImportColumn, type ImportedRow, importRows } from '../../platform/excel/importRows.ts';
import type { Sheet } from '../../platform/excel/readSheet.ts';
import { inBothLanguages, Refusal } from '../../platform/http/refusal.ts';
import type { WantedTag } from './addTags.ts';
import { takenNumbers } from './tag.store.ts';

/** Columns of the spreadsheet of tags; their keys are the fields of the contract's form. */
// biome-ignore format: a table is read by columns
export const tagColumns: readonly ImportColumn[] = [
  { key: 'TagSn', header: { zh: '标签号', en: 'Tag number' }, type: 'text', width: 20 },
  { key: 'TagName', header: { zh: '名称', en: 'Name' }, type: 'text', optional: true, width: 20 },
  { key: 'TagType', header: { zh: '类型', en: 'Type' }, type: 'text', optional: true, width: 22 },
  { key: 'cycle', header: { zh: '采集周期（秒）', en: 'Cycle (seconds)' }, type: 'number', optional: true, width: 16 },
  { key: 'tOffset', header: { zh: '温度偏移（°C）', en: 'Temperature offset (°C)' }, type: 'number', optional: true, width: 22 },
  { key: 'hOffset', header: { zh: '湿度偏移（%RH）', en: 'Humidity offset (%RH)' }, type: 'number', optional: true, width: 22 },
];

/** A number, or its words in either language. */
const typeOfCell = (text: unknown): unknown => {
  if (typeof text !== 'string') return text;
  const word = text.trim().toLowerCase();
  return tagTypes.find((type) => [tagTypeWords[type].zh, tagTypeWords[type].en.toLowerCase()].includes(word)) ?? text;
};
const TagOfSheet = NewTag.extend({ TagType: z.preprocess(typeOfCell, NewTag.shape.TagType) });

export const wantedTag = (tag: NewTag, usual: TagType): WantedTag => ({
  serialNumber: tag.TagSn,
  name: tag.TagName ?? tag.TagSn,
  type: tag.TagType ?? usual,
  cycleSeconds: tag.cycle,
  tOffset: tag.tOffset,
  hOffset: tag.hOffset,
});

/** The rows of a spreadsheet of tags, each with what is wrong with it. */
export async function rowsOfTags(
  tenant: UserTenant,
  db: DbOrTransaction,
  sheet: Sheet,
  language: Language,
): Promise<ImportedRow<NewTag>[]> {
  const rows = importRows(sheet, { columns: tagColumns, schema: TagOfSheet, language }) as ImportedRow<NewTag>[];
  const numbers = rows.flatMap(({ readable }) => readable.TagSn ?? []);
  const taken = new Set(await takenNumbers(tenant, db, numbers));
  const seen = new Set<string>();
  for (const { readable, problems } of rows) {
    const { TagSn } = readable;
    if (TagSn === undefined) continue;
    if (taken.has(TagSn))
      problems.push({
        column: 'TagSn',
        message: inBothLanguages(new Refusal(transportErrors.tagsTaken, { names: TagSn })),
      });
    else if (seen.has(TagSn))
      problems.push({
        column: 'TagSn',
        message: inBothLanguages(new Refusal(transportErrors.tagTwice, { name: TagSn })),
      });
    seen.add(TagSn);
  }
  return rows;
}
