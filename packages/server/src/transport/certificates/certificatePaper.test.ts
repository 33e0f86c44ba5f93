import { inflateSync } from 'node:zlib';
import type { CertifiedTag, WaybillStatement } from '@watchpost/contract';
import { expect, test } from 'vitest';
import { certificatePaper } from './certificatePaper.ts';
import { thinCurve } from './thinCurve.ts';

const minute = 60_000;
const week = 7 * 24 * 60;
const from = Date.UTC(2026, 9, 5);

/** 5 °C every minute of a week but one. */
const weekWith = (spike: { readonly at: number; readonly value: number }) => ({
  times: Array.from({ length: week }, (_, i) => from + i * minute),
  values: Array.from({ length: week }, (_, i) => (i === spike.at ? spike.value : 5)),
});

const tag: CertifiedTag = {
  ...{ serial: 'T26A00117', name: 'T26A00117', place: 'Box', from, to: from + week * minute },
  ...{ calibration: null, offsets: [], samples: week, sha: '', knownMs: week * minute },
  ...{ lowest: 5, highest: 20, mean: 5, kinetic: 5, beyondMs: minute, excursions: [], gaps: [], memory: null },
};
const statement: WaybillStatement = {
  ...{ format: 'waybill-certificate/1', id: 'id', revision: 1, reason: 'first', issuedAt: tag.to, unread: [] },
  ...{ company: 'Cold chain company', project: { zh: '仓库', en: 'Depot' }, timeZone: 'Asia/Shanghai', number: 'W-1' },
  ...{ isSigned: true, shipper: '', consignee: '', origin: '', destination: '', goods: '', quantity: '' },
  ...{ vehicle: null, plate: null, range: { name: { zh: '疫苗', en: 'Vaccines' }, low: 2, high: 8 } },
  ...{ departedAt: from, arrivedAt: tag.to, endedAt: tag.to, tags: [tag], distanceMetres: null, stops: [] },
  ...{ handovers: [], english: {} },
};

/** Heights of the first curve of a page, from its foot up, in points: what stands between its colour and its stroke. */
function heightsOfCurve(pdf: Buffer): number[] {
  const text = pdf.toString('latin1');
  const pages = [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: { length } }) => {
    const bytes = pdf.subarray(index + length, text.indexOf('endstream', index));
    try {
      return [inflateSync(bytes).toString('latin1')];
    } catch {
      return [];
    }
  });
  const curve = pages.map((page) => /0\.09\d* 0\.39\d* 0\.7\d* SCN\n([\d.\-\sml]+?)S\n/.exec(page)?.[1]).find(Boolean);
  return [...(curve ?? '').matchAll(/^[\d.-]+ ([\d.-]+) [ml]$/gm)].map(([, y]) => Number(y));
}

test.each([20, -30])('a spike of one minute in a week reaches its height on paper: %i °C', async (value) => {
  for (const at of [0, 1, 5_003, 5_004, 5_005, week - 1]) {
    const curve = { serial: tag.serial, ...weekWith({ at, value }) };
    const pictures = { curves: [curve], path: [] };
    const pdf = await certificatePaper({ statement, text: '{}', address: null, pictures, signatures: [] }, 'en');
    const heights = heightsOfCurve(pdf);
    expect(heights.length).toBeLessThan(4_000);
    // The curve takes 130 points; the limits and a margin of 8 % at each end lie within.
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(60);
  }
});

test('of each interval the first, lowest, highest and last value stay, in order of time', () => {
  const values = [5, 5, 9, 5, 1, 5, 5, 4, 4];
  const times = values.map((_, i) => i * minute);
  expect(thinCurve(times, values, 7 * minute).map((line) => line.map(({ time }) => time / minute))).toEqual([
    [0, 2, 4, 6, 7, 8],
  ]);
});

test('where nothing is known the line ends; a value between two silences is a line of its own', () => {
  const values = [5, Number.NaN, 6, Number.NaN, 7, 8];
  const times = values.map((_, i) => i * minute);
  expect(thinCurve(times, values, minute).map((line) => line.map(({ value }) => value))).toEqual([[5], [6], [7, 8]]);
});
