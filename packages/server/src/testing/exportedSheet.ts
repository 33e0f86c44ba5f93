import { type DownloadRow, type ExportKindName, exportKinds, type Language } from '@watchpost/contract';
import { expect } from 'vitest';
import { readSheet } from '../platform/excel/readSheet.ts';
import { makeCall } from './application.ts';
import { soon } from './soon.ts';

/** What a list's export holds once it is in the download centre: its header and each row as what its cells show. */
export async function exportedSheet(
  url: string,
  { token, language = 'en' }: { token: string; language?: Language },
  kind: ExportKindName,
  body: Record<string, unknown>,
) {
  const ask = (name: 'requestExport' | 'getDownloadPage' | 'getDownloadFile', input: object) =>
    makeCall(url, name, input, { token, language });
  const { envelope } = await ask('requestExport', { body: { Kind: kind, Input: { body } } });
  expect(envelope).toMatchObject({ Code: 200 });
  const { DownloadId } = envelope.Data as { DownloadId: number };
  const rowNow = async () => {
    const { envelope: list } = await ask('getDownloadPage', { body: {} });
    return (list.Data as { Data: DownloadRow[] }).Data.find((row) => row.DownloadId === DownloadId);
  };
  await expect.poll(async () => (await rowNow())?.State, soon).toBe('done');
  expect((await rowNow())?.Title).toBe(exportKinds[kind][language]);
  const { file } = await ask('getDownloadFile', { query: { downloadId: DownloadId } });
  const { header, rows } = await readSheet(file!, { maxRows: 5_000 });
  const texts = rows.map(({ cells }) => cells.map((cell) => ('value' in cell ? cell.value : null)));
  return { header, texts, names: texts.map(([name]) => name) };
}
