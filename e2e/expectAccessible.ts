import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** All that axe finds by looking at colours, as its tag cat.color lists them, without the stricter contrast of WCAG AAA. */
const colourRules = ['color-contrast', 'link-in-text-block'];

export type Theme = 'dark' | 'light';

/**
 * Looks at what is on the screen, and at its colours in both themes. Serious and critical findings fail the journey, which goes
 * on; one line each with where they stand. The user must have chosen no theme, or "like the system". Leaves the screen in the
 * last one.
 *
 * @param screen how a finding calls it
 * @param themes the last one is asked for everything
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  themes: readonly Theme[] = ['dark', 'light'],
): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeAttached();
  for (const theme of themes) {
    // The page follows the system at once.
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await standstill(page);
    // Names, roles and order are the same in both themes.
    const violations = await violationsOn(page, theme === themes.at(-1) ? null : colourRules);
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

/** What axe finds on the page, by these rules or by all. It stays on the page: putting it there takes as long as looking. */
async function violationsOn(page: Page, rules: readonly string[] | null): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // No page has frames, which axe would wait for.
    iframes: false,
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const found = await page.evaluate(
    (chosen) => (window as unknown as { axe: typeof axe }).axe.run(document, chosen),
    options,
  );
  return found.violations;
}
