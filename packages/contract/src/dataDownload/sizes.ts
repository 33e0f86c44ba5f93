import type { DataFormat } from './formats.ts';

/** Spec §9: at most a hundred points in a download. */
export const downloadPointLimit = 100;
/** Buckets of a day or less; longer ones say nothing that a day does not. */
export const longestDownloadIntervalMinutes = 1440;
/** Sent at once up to here: some seconds of one core. More is made in the background. */
export const maxValuesAtOnce = 100_000;
/** About 300 pages; nobody turns more. */
export const maxValuesOfPdf = 60_000;

/**
 * What a finished file takes, in bytes, measured on files of 1 to 30 points over 1 to 29 days of the demo: a little more rather
 * than less. Listed, every value has a row of its own; merged, a row has a value of each point.
 */
const bytesOf = {
  excel: { file: 5_000, listed: { point: 0, value: 36 }, merged: { point: 0, row: 9, value: 5 } },
  csv: { file: 200, listed: { point: 0, value: 78 }, merged: { point: 0, row: 24, value: 6.5 } },
  pdf: { file: 30_000, listed: { point: 2_800, value: 68 }, merged: { point: 600, row: 36, value: 46 } },
} as const satisfies Record<DataFormat, unknown>;
/** Side by side on a page of a PDF; further points stand below, with the times again. */
const pointsAcross = 5;
/** A zip takes plain text to about a seventh; workbooks and PDFs are compressed already. */
const zippedText = 7;

export interface DownloadSize {
  /** Intervals in the range. */
  times: number;
  /** At most so many: gaps have none, and state points only their changes. */
  values: number;
  bytes: number;
}

/** How large a download is going to be, before anything is read. */
export function sizeOfDownload(wish: {
  fileType: DataFormat;
  points: number;
  rangeMs: number;
  intervalMinutes: number;
  isMerge: boolean;
  isZip: boolean;
  /** Files in the zip; without one it is a single file. */
  files: number;
}): DownloadSize {
  const times = Math.max(0, Math.ceil(wish.rangeMs / (wish.intervalMinutes * 60_000)));
  const values = times * wish.points;
  const files = wish.isZip ? Math.max(1, wish.files) : 1;
  const { file, listed, merged } = bytesOf[wish.fileType];
  const across = wish.fileType === 'pdf' ? pointsAcross : downloadPointLimit;
  const rows = times * files * Math.ceil(wish.points / files / across);
  const content = wish.isMerge
    ? wish.points * merged.point + rows * merged.row + values * merged.value
    : wish.points * listed.point + values * listed.value;
  const plain = files * file + content;
  return { times, values, bytes: Math.round(wish.isZip && wish.fileType === 'csv' ? plain / zippedText : plain) };
}
