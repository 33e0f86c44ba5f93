import type { DataFormat } from './formats.ts';

/** Spec §9: at most a hundred points in a download. */
export const downloadPointLimit = 100;
/** Buckets of a day or less; longer ones say nothing that a day does not. */
export const longestDownloadIntervalMinutes = 1440;
/** Sent at once up to here: some seconds of one core. More is made in the background. */
export const mostValuesAtOnce = 100_000;
/** About 300 pages; nobody turns more. */
export const mostValuesOfPdf = 60_000;

/** Bytes of one value in a finished file, measured on the demo's year: a little more rather than less. */
const bytesOfValue = {
  excel: { listed: 26, merged: 9 },
  csv: { listed: 78, merged: 10 },
  pdf: { listed: 26, merged: 22 },
} as const satisfies Record<DataFormat, { listed: number; merged: number }>;
/** What an empty file of it takes; of a PDF the letters of its fonts and the curve of each point. */
const bytesOfFile = { excel: 6_000, csv: 200, pdf: 45_000 } as const satisfies Record<DataFormat, number>;
const bytesOfCurve = 14_000;
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
  const each = bytesOfValue[wish.fileType][wish.isMerge ? 'merged' : 'listed'];
  const files = wish.isZip ? wish.files : 1;
  const curves = wish.fileType === 'pdf' ? wish.points * bytesOfCurve : 0;
  const plain = values * each + files * bytesOfFile[wish.fileType] + curves;
  return { times, values, bytes: Math.round(wish.isZip && wish.fileType === 'csv' ? plain / zippedText : plain) };
}
