import { PageLoadError } from './loadPage.tsx';

/** What browsers call a part of the program that did not arrive: Chromium, Firefox, Safari, and the builder for its style sheet. */
const partMissing =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Failed to fetch module/i;

/** Whether a part of the program did not arrive, such as a dialog: no network, or it is gone since a newer version is installed. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof PageLoadError || (error instanceof Error && partMissing.test(error.message));

/** The program's first file, whose name changes with each version. */
const ownProgram = (): string | null =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/**
 * Whether the server has another version than the one that runs here.
 *
 * @throws when the server does not answer
 */
export async function hasNewerVersion(): Promise<boolean> {
  const own = ownProgram();
  const page = await fetch('/', { cache: 'no-store' });
  return own !== null && page.ok && !(await page.text()).includes(`"${own}"`);
}

const reloadedFrom = 'watchpost.reloadedFrom';

/** Reloads for the newer version, once: a copy of the old page that some cache still holds does not make it go on for ever. */
export function reloadOnce(): void {
  const own = ownProgram() ?? '';
  if (sessionStorage.getItem(reloadedFrom) === own) return;
  sessionStorage.setItem(reloadedFrom, own);
  window.location.reload();
}
