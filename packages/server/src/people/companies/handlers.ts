import { commonErrors, type companyCalls, companyFlagNames, peopleErrors } from '@watchpost/contract';
import { needInCompany, system } from '../../access/index.ts';
import { createHasProvenIdentity } from '../../account/index.ts';
import type { Handlers } from '../../handlers.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { InvalidInput } from '../../platform/http/validate.ts';
import type { PeopleDeps } from '../changePeople.ts';
import { changeCompany } from './changeCompany.ts';
import { needOperator } from './needOperator.ts';
import { presentOfInstallation, presentSettings } from './present.ts';
import { accountsOfMembers, findCompany, pageCompanies } from './store.ts';

/**
 * The code signs in as the person who opens the screen, in each of their companies: an administrator of one must not be able to send
 * it to an address of their own.
 */
const codePlace = '{code}';

export function companyHandlers(deps: PeopleDeps): Handlers<typeof companyCalls> {
  const { db } = deps;
  const hasProvenIdentity = createHasProvenIdentity(db, deps.clock);
  return {
    async getCompanySettings({ caller }) {
      needInCompany(caller, ['companySettings']);
      return presentSettings(await findCompany(caller.grants, db));
    },

    async updateCompanySettings(context, { body }) {
      const { caller } = context;
      needInCompany(caller, ['companySettings']);
      const present = await findCompany(caller.grants, db);
      if (body.DataScreenUrl !== present.data_screen_url && body.DataScreenUrl?.includes(codePlace)) {
        throw new Refusal(peopleErrors.codeOfOperator, { place: codePlace });
      }
      const withoutProof =
        body.UserIdListWithoutProof && [...new Set(body.UserIdListWithoutProof)].sort((a, b) => a - b);
      if (withoutProof && String(withoutProof) !== String(present.user_ids_without_proof)) {
        if (!(await hasProvenIdentity(caller.sessionId))) throw new Refusal(commonErrors.identityNeeded);
        const members = await accountsOfMembers(caller.grants, db, withoutProof);
        if (members.size < withoutProof.length) {
          throw InvalidInput.inField('UserIdListWithoutProof', peopleErrors.notAMember, context.language);
        }
      }
      return changeCompany(deps, context, caller.grants.companyId, {
        ...(withoutProof && { user_ids_without_proof: withoutProof }),
        ...(body.CompanyName !== undefined && { name: body.CompanyName }),
        ...(body.CompanyNameEn !== undefined && { name_en: body.CompanyNameEn }),
        ...(body.DataScreenUrl !== undefined && { data_screen_url: body.DataScreenUrl }),
        ...(body.KnowledgeHubUrl !== undefined && { knowledge_hub_url: body.KnowledgeHubUrl }),
        ...(body.LinkAlarmLevel !== undefined && { link_alarm_severity: body.LinkAlarmLevel }),
        ...(body.LinkAlarmMinutes !== undefined && { link_alarm_seconds: body.LinkAlarmMinutes * 60 }),
        ...(body.UnjudgedMinutes !== undefined && { unjudged_minutes: body.UnjudgedMinutes }),
      });
    },

    async getCompanyPage({ caller, language }, { body }) {
      await needOperator(caller, db, 'companiesEdit');
      const filter = { text: body.Text, flags: body.FlagList };
      const { rows, total } = await pageCompanies(system, db, filter, {
        orderBy: body.SortType === 'name' && language === 'en' ? 'nameEn' : body.SortType,
        ascending: body.IsAsc,
        ...rowRange(body),
      });
      return { Data: rows.map((row) => presentOfInstallation(row, language)), TotalCount: total };
    },

    async updateCompanyPlatforms(context, { body }) {
      await needOperator(context.caller, db, 'companiesEdit');
      const { OfCompanyId, FlagList: on, DataScreenUrl: data_screen_url } = body;
      return changeCompany(deps, context, OfCompanyId, {
        ...(on && { flags: Object.fromEntries(companyFlagNames.map((name) => [name, on.includes(name)])) }),
        ...(data_screen_url !== undefined && { data_screen_url }),
      });
    },
  };
}
