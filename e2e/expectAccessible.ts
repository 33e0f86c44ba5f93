import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** All that axe finds by looking at colours, as its tag cat.color lists them, without the stricter contrast of WCAG AAA. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Looks at what is on the screen, and at its colours in both themes. Serious and critical findings fail the journey, which goes
 * on; one line each with where they stand. The user must have chosen no theme, or "like the system". Leaves the screen light.
 *
 * @param screen how a finding calls it
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeAttached();
  for (const theme of ['dark', 'light'] as const) {
    // The page follows the system at once.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await standstill(page);
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    // The page has no frames to collect from, which would open a page more for each look.
    axe.setLegacyMode(true);
    // Names, roles and order are the same in both themes.
    if (theme === 'dark') axe.withRules(colourRules);
    const { violations } = await axe.analyze();
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id} × ${nodes.length}: ${nodes[0]?.failureSummary} ${nodes[0]?.html}`);
    expect.soft(serious, `${screen}, ${theme}`).toEqual([]);
  }
}

/** Half a fade has half a contrast. What turns for ever is not waited for. */
async function standstill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The frame in which the change is drawn, and the one in which its fades have begun.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}
