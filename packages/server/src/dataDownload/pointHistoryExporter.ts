import { commonErrors, type Language, permissionsOfFormat } from '@watchpost/contract';
import { needInProject } from '../access/index.ts';
import type { FileExporter } from '../downloads/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { findPoints } from '../points/index.ts';
import { findProjectFacts } from '../projects/index.ts';
import { contentOf, extensionOf, toldInHalves, whileWriting } from './content.ts';
import { detailOf, fileTitleOf } from './detailOf.ts';
import { wishOf } from './handlers.ts';
import { type DataDownloadDeps, planDownload } from './plan.ts';

/** Point data in the download centre. */
export const pointHistoryExporter = (deps: DataDownloadDeps): FileExporter<'pointHistory'> => ({
  kind: 'pointHistory',
  async count({ caller, input, language }) {
    return (await planDownload(deps, caller, await wishOf(deps, caller, input.body), language)).values;
  },
  async detail({ caller, input }) {
    const wish = await wishOf(deps, caller, input.body);
    const inLanguage = async (language: Language) => detailOf(await planDownload(deps, caller, wish, language), wish);
    return { zh: await inLanguage('zh'), en: await inLanguage('en') };
  },
  async stillReads({ caller, input }, pointIds) {
    const { projectId, fileType } = await wishOf(deps, caller, input.body);
    needInProject(caller, projectId, permissionsOfFormat[fileType]);
    if (!(await findProjectFacts(caller.tenant, deps.db, projectId))) throw new Refusal(commonErrors.notFound);
    return (await findPoints(caller.tenant, deps.db, pointIds)).map(({ id }) => id);
  },
  async file({ caller, input, language }, tell, signal) {
    const wish = await wishOf(deps, caller, input.body);
    const plan = await planDownload(deps, caller, wish, language);
    const told = toldInHalves(plan, tell);
    const { stream, rowCount } = contentOf(deps, plan, whileWriting(deps, plan, signal, told.read), told);
    const pointIds = plan.points.map(({ id }) => id);
    return { content: stream, rowCount, pointIds, name: fileTitleOf(plan, wish), extension: extensionOf(plan) };
  },
});
