import type { Bilingual } from '@watchpost/contract';

/** What every page receives from the route that shows it; one page may stand behind several routes. */
export interface PageProps {
  readonly path: string;
  readonly title: Bilingual;
  /** Codes of the subsystems this route shows; undefined means all of the project. */
  readonly subsystems: readonly string[] | undefined;
}
