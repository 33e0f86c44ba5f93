import {
  commonErrors,
  type ImportResult,
  type Language,
  type memberImportCalls,
  memberImportMaxRows,
  type UploadedFile,
} from '@watchpost/contract';
import { type Caller, needGrants, needInCompany, needInProject } from '../../../access/index.ts';
import { countUnknownPeople, hashPassword, type JoiningDeps } from '../../../account/index.ts';
import type { Handlers } from '../../../handlers.ts';
import type { IsBreached } from '../../../platform/breachedPasswords.ts';
import { writeCorrections } from '../../../platform/excel/importRows.ts';
import { sayIfUndone } from '../../../platform/excel/sheetImport.wire.ts';
import { writeTemplate } from '../../../platform/excel/writeTemplate.ts';
import { workbookType } from '../../../platform/excel/writeWorkbook.ts';
import type { CallContext } from '../../../platform/http/callServer.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changePeople, type PeopleDeps } from '../../changePeople.ts';
import { addMembers } from '../addMembers.ts';
import { type PlannedPerson, planMembers } from '../planMembers.ts';
import { columnsOf, sheetTitle } from './memberSheet.ts';
import { presentImport } from './present.ts';
import { type ImportTarget, readMembers } from './readMembers.ts';
import { templateLists } from './templateLists.ts';

/** Passwords that are hashed at once; each takes a core for 20 ms and 19 MB, and people sign in meanwhile. */
const hashesAtOnce = 2;

const contentOf = (files: readonly UploadedFile[]): Uint8Array => {
  const [file] = files;
  if (!file) throw new Refusal(commonErrors.fileMissing);
  return file.content;
};

const targetOf = (projectId: number | undefined, isSystemImport: boolean): ImportTarget => ({
  kind: projectId === undefined ? 'company' : isSystemImport ? 'existing' : 'project',
  projectId: projectId ?? null,
});

/** Refuses unless the caller may add people there. */
function needMayImport(caller: Caller, { projectId }: ImportTarget): void {
  if (projectId === null) needInCompany(caller, ['membersEdit']);
  else needInProject(caller, projectId, ['membersEdit', 'projectConfig']);
}

async function hashPasswords(planned: readonly PlannedPerson[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const waiting = planned.flatMap(({ person }) =>
    person.userId === null && person.password !== null && person.account !== null
      ? [{ account: person.account, password: person.password }]
      : [],
  );
  const next = waiting.values();
  const work = async (): Promise<void> => {
    for (const { account, password } of next) hashes.set(account, await hashPassword(password));
  };
  await Promise.all(Array.from({ length: hashesAtOnce }, work));
  return hashes;
}

export const importHandlers = (
  deps: PeopleDeps & JoiningDeps & { isBreached: IsBreached },
): Handlers<typeof memberImportCalls> => {
  const { db, isBreached } = deps;

  const importInto = async (
    context: CallContext<Caller>,
    target: ImportTarget,
    files: readonly UploadedFile[],
    { isDryRun, skipWrong }: { isDryRun: boolean; skipWrong: boolean },
  ): Promise<ImportResult> => {
    const { caller, language } = context;
    needMayImport(caller, target);
    const plan = await readMembers(needGrants(caller), db, contentOf(files), target, { language, isBreached });
    await countUnknownPeople(deps, caller.userId, plan.strangers);
    const isWrong = plan.rows.some(({ problems }) => problems.length > 0);
    const imports = !isDryRun && plan.planned.length > 0 && (skipWrong || !isWrong);
    if (!imports) {
      context.markLogged();
      return sayIfUndone(
        context,
        presentImport(plan, { imported: isDryRun ? plan.planned.length : 0, isDryRun, language }),
      );
    }
    const hashes = await hashPasswords(plan.planned);
    await changePeople(deps, context, async (write) => {
      // Once more, now that nobody else changes anything: somebody may have come in between.
      const people = plan.planned.map(({ person }) => person);
      const planned = await planMembers(write.changer.grants, write.transaction, people, isBreached);
      await addMembers(deps, write, planned, ({ person }) => hashes.get(person.account ?? '') ?? null);
    });
    return presentImport(plan, { imported: plan.planned.length, isDryRun, language });
  };

  return {
    async getImportUserTemplate({ caller, language }, { query }) {
      const target = targetOf(query.projectSubareaId, false);
      needMayImport(caller, target);
      const content = writeTemplate(columnsOf(target.kind), {
        title: sheetTitle,
        language,
        maxRows: memberImportMaxRows,
        lists: await templateLists(needGrants(caller), db, target, language),
      });
      return file(content, templateName, language);
    },

    importCompanyUser: (context, { query, files }) => importInto(context, targetOf(undefined, false), files, query),

    importProjectUser: (context, { query, files }) =>
      importInto(context, targetOf(query.projectSubareaId, query.isSystemImport), files, query),

    async correctImportUser({ caller, language }, { query, files }) {
      const target = targetOf(query.projectSubareaId, query.isSystemImport);
      needMayImport(caller, target);
      const { sheet, rows, strangers } = await readMembers(needGrants(caller), db, contentOf(files), target, {
        language,
        isBreached,
      });
      await countUnknownPeople(deps, caller.userId, strangers);
      const wrong = new Set(rows.filter(({ problems }) => problems.length > 0).map(({ rowNumber }) => rowNumber));
      const toCorrect = { ...sheet, rows: sheet.rows.filter(({ rowNumber }) => wrong.has(rowNumber)) };
      return file(
        writeCorrections(toCorrect, rows, { columns: columnsOf(target.kind), language }),
        correctName,
        language,
      );
    },
  };
};

const templateName = { zh: '成员导入模板', en: 'Members template' } as const;
const correctName = { zh: '待修正的成员', en: 'Members to correct' } as const;

const file = (
  content: ReturnType<typeof writeTemplate>,
  name: Readonly<Record<Language, string>>,
  language: Language,
) => ({ name: `${name[language]}.xlsx`, contentType: workbookType, content });
