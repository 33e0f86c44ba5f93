import path from 'node:path';

// By a name that the compiler does not follow: the table reaches every page, which are checked as programs of a browser.
const table = path.resolve(import.meta.dirname, '../packages/web/src/app/routeTable.ts');

/** What docs/routes.json says. */
export const routeList = async (): Promise<unknown> => ((await import(table)) as { routeList(): unknown }).routeList();
