import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expectAccessible } from './expectAccessible.ts';
import { closePopupsAsTheyCome, enter, expect, test } from './journey.ts';

test('An auditor comes: the excursion gets its second person, the past month is verified, and its proof checks itself without us', async ({
  page,
}) => {
  const freezer = page.getByRole('row', { name: /Freezer 2/ });
  const waiting = freezer.filter({ hasText: 'Awaits a second person' });

  await test.step('One freezer does not conform, and the page says why', async () => {
    await enter(page, 'administrator', '/reportManage/proof');
    await closePopupsAsTheyCome(page);
    await expect(freezer).toContainText('awaits a second person');
    await expect(page.getByRole('row', { name: /Freezer 4/ })).toContainText(/Certificate .* ended on/);
    await expectAccessible(page, 'conformity');
  });

  await test.step('A second person confirms the action', async () => {
    await page.getByRole('tab', { name: 'Excursions and gaps' }).click();
    await expect(waiting).toContainText('Refrigeration fault');
    await waiting.getByRole('button', { name: /^Confirm/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('They cannot be changed then');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(waiting).toHaveCount(0);
    const conformity = page.getByRole('tab', { name: 'Conformity' });
    await conformity.click();
    await expect(conformity).toHaveAttribute('aria-selected', 'true');
    await expect(freezer).not.toContainText('awaits a second person');
  });

  await test.step('Every day of the month is recomputed, and matches', async () => {
    await page.getByRole('tab', { name: 'Seals' }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Everything matches' })).toContainText('4 points');
    await expectAccessible(page, 'seals');
  });

  await test.step('The proof is checked by the program in it, which names what is changed', async () => {
    const zip = await download(page);
    const folder = mkdtempSync(path.join(tmpdir(), 'proof-'));
    writeFileSync(path.join(folder, 'proof.zip'), zip);
    writeFileSync(path.join(folder, 'verify.mjs'), fileOf(zip, 'verify.mjs'));
    const check = () =>
      spawnSync(process.execPath, ['verify.mjs', 'proof.zip'], { cwd: folder, encoding: 'utf8' }).stdout;
    expect(check()).toContain('Everything matches.');
    const changed = Buffer.from(zip);
    changed[startOfSamples(zip) + 500]! ^= 1;
    writeFileSync(path.join(folder, 'proof.zip'), changed);
    expect(check()).toMatch(/WRONG {2}samples\/\d+\.csv: changed since it was signed\./);
    rmSync(folder, { recursive: true });
  });
});

/** Where the first file of samples begins, not where the manifest names it: a header of 30 bytes stands before the name. */
function startOfSamples(zip: Buffer): number {
  let at = zip.indexOf('samples/');
  while (at >= 0 && zip.toString('latin1', at - 30, at - 28) !== 'PK') at = zip.indexOf('samples/', at + 1);
  return at;
}

async function download(page: Page): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download proof' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A file of a zip, found by its directory. */
function fileOf(zip: Buffer, name: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameBytes, extra, note] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    if (zip.toString('utf8', at + 46, at + 46 + nameBytes) === name) {
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    }
    at += 46 + nameBytes + extra + note;
  }
  throw new Error(`The proof holds no ${name}.`);
}
