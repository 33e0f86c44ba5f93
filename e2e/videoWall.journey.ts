import type { Locator } from '@playwright/test';
import { closePopupsAsTheyCome, enter, expect, switchProject, test } from './journey.ts';

const coldStore = 'East China Cold Store 1';

const playedSeconds = (tile: Locator): Promise<number> =>
  tile.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

/** The picture moves on, and is no black one: somewhere on it is something bright. */
async function expectToPlay(tile: Locator): Promise<void> {
  await expect(tile.getByText('Live', { exact: true })).toBeVisible();
  const before = await playedSeconds(tile);
  await expect.poll(() => playedSeconds(tile)).toBeGreaterThan(before + 0.5);
  const brightest = await tile.locator('video').evaluate((video: HTMLVideoElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0, 64, 36);
    return Math.max(...(context?.getImageData(0, 0, 64, 36).data.filter((_, at) => at % 4 !== 3) ?? []));
  });
  expect(brightest).toBeGreaterThan(150);
}

test('Cameras play on the wall, keep their last picture, and say so when they are away', async ({ page }) => {
  await closePopupsAsTheyCome(page);
  await enter(page, 'administrator', '/monitor/commonTable');
  await switchProject(page, coldStore);
  await page.goto('/monitor/videoMonitor');
  const tile = (name: string) => page.getByRole('article', { name, exact: true });

  await test.step('HLS and FLV play', async () => {
    await expectToPlay(tile('Door of freezer 3'));
    await expectToPlay(tile('Loading bay'));
  });

  await test.step('One that is off says why, and can be tried again', async () => {
    const gate = tile('Main gate');
    await expect(gate).toContainText('Unreachable since');
    await expect(gate).toContainText('The media server has no such stream.');
    await gate.getByRole('button', { name: 'Try again' }).click();
    await expect(gate).toContainText('Unreachable since');
  });

  await test.step('A picture is taken and kept', async () => {
    await page.getByRole('button', { name: 'Take a picture: Loading bay' }).click();
    await expect(page.getByText('Kept as the camera’s last picture')).toBeVisible();
  });

  await test.step('Leaving the wall stops it; the list shows which cameras are offline', async () => {
    await page.getByRole('link', { name: /Cameras$/ }).click();
    await expect(page.locator('video')).toHaveCount(0);
    await expect(page.getByRole('row', { name: /Main gate/ })).toContainText('Unreachable');
    await expect(page.getByRole('img', { name: 'Last picture of Loading bay' })).toBeVisible();
  });
});
