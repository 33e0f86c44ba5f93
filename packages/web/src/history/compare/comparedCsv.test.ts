import { expect, it } from 'vitest';
import { csvOf } from './comparedCsv.ts';

it('a table opens in a spreadsheet as it is: names with commas whole, none taken for a formula, nothing as an empty field', async () => {
  const blob = csvOf([
    ['Point', 'Average'],
    ['Rack "A", suction', -18.5],
    ['=1+1', null],
  ]);
  expect(await blob.text()).toBe('Point,Average\r\n"Rack ""A"", suction",-18.5\r\n\'=1+1,\r\n');
  expect([...new Uint8Array(await blob.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
});
