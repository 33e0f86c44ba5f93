import { system } from '../access/index.ts';
import type { Db } from '../platform/db/database.ts';
import { upsertSystemTemplates } from './store.ts';
import { systemTemplates } from './systemTemplates.ts';

export { templateHandlers } from './handlers.ts';
export { systemTemplates } from './systemTemplates.ts';
export type { TemplateFacts, TemplatePoint } from './TemplatePoint.ts';

/** The product's own templates as this version has them. */
export const keepSystemTemplates = (db: Db): Promise<void> => upsertSystemTemplates(system, db, systemTemplates);
