import { commonErrors } from '@watchpost/contract';
import { type Caller, system } from '../../access/index.ts';
import { inOneWrite } from '../../logs/index.ts';
import type { CallContext } from '../../platform/http/callServer.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PeopleDeps } from '../changePeople.ts';
import { flagsThatAreOn } from './present.ts';
import { accountsOfMembers, activeMembers, type CompanyChange, lockCompany, updateCompany } from './store.ts';

/** What it is called in the log. */
const toldOf = (row: CompanyChange, accounts: ReadonlyMap<number, string>): Record<string, unknown> => ({
  ...('name' in row && { name: row.name }),
  ...('name_en' in row && { nameEn: row.name_en }),
  ...('data_screen_url' in row && { dataScreenUrl: row.data_screen_url }),
  ...('knowledge_hub_url' in row && { knowledgeHubUrl: row.knowledge_hub_url }),
  ...(row.user_ids_without_proof && {
    accountsWithoutProof: row.user_ids_without_proof.map((id) => accounts.get(id) ?? String(id)),
  }),
  ...(row.link_alarm_severity !== undefined && { linkAlarmLevel: row.link_alarm_severity }),
  ...(row.link_alarm_seconds !== undefined && { linkAlarmMinutes: row.link_alarm_seconds / 60 }),
  ...(row.unjudged_minutes !== undefined && { unjudgedMinutes: row.unjudged_minutes }),
  ...(row.flags && { flags: flagsThatAreOn(row.flags) }),
});

/**
 * Changes what a company is called or has; of what was sent, only what is different. Everybody in it is told at once, so that
 * menus and names follow without a new sign-in.
 *
 * @throws Refusal when there is no such company
 */
export async function changeCompany(
  deps: PeopleDeps,
  context: CallContext<Caller>,
  companyId: number,
  wanted: CompanyChange,
): Promise<null> {
  const tenant = { companyId };
  await inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
    const company = await lockCompany(system, transaction, companyId);
    if (!company) throw new Refusal(commonErrors.notFound);
    const given: CompanyChange = { ...wanted, ...(wanted.flags && { flags: { ...company.flags, ...wanted.flags } }) };
    const userIds = [...company.user_ids_without_proof, ...(given.user_ids_without_proof ?? [])];
    const accounts = await accountsOfMembers(tenant, transaction, userIds);
    const [was, is] = [toldOf({ ...company }, accounts), toldOf(given, accounts)];
    const fields = Object.keys(is).filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
    if (fields.length === 0) return unchanged();
    await updateCompany(tenant, transaction, given);
    const only = (side: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, side[field]]));
    const subject = { kind: 'company', id: companyId, name: given.name ?? company.name } as const;
    log({ companyId, subject, before: only(was), after: only(is) });
    const ownCompanyId = context.caller.grants?.companyId;
    // The operator of the installation finds changes to other companies in their own log, too.
    if (ownCompanyId !== undefined && ownCompanyId !== companyId) {
      log({ companyId: ownCompanyId, subject, before: only(was), after: only(is) });
    }
    // Which parts of the product it has says what everybody may open; what it is called says nothing of the kind.
    const toTell = fields.includes('flags') ? await activeMembers(tenant, transaction) : [];
    afterCommit(() => {
      deps.events.emit('listsChanged', { companyId, kinds: ['company'] });
      if (fields.some((field) => field.startsWith('linkAlarm')))
        deps.events.emit('configurationChanged', { companyId, kind: 'alarmStrategy', ids: [] });
      if (toTell.length > 0) deps.events.emit('accessChanged', { userIds: toTell });
    });
  });
  return null;
}
