import { commonErrors, type repairCalls, repairErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { RepairDeps } from '../deps.ts';
import { findVisibleDevice } from '../repair.store.ts';
import {
  classOfDevice,
  type FaultCodeRow,
  findFaultCode,
  insertFaultCode,
  isDeviceClass,
  listFaultCodes,
  switchFaultCode,
  updateFaultCode,
} from './faultCode.store.ts';
import { presentFaultCode } from './present.ts';

type Calls = Pick<typeof repairCalls, 'getFaultCodes' | 'saveFaultCode' | 'changeFaultCode'>;

const subjectOf = ({ id, code, name_zh }: Pick<FaultCodeRow, 'id' | 'code' | 'name_zh'>) => ({
  kind: 'faultCode' as const,
  id,
  name: `${code} ${name_zh}`,
});

/** The catalogue of symptoms, mechanisms, causes and remedies. */
export function faultCodeHandlers(deps: RepairDeps): Handlers<Calls> {
  const { db, events } = deps;
  return {
    async getFaultCodes({ caller, language }, { query }) {
      const { tenant } = caller;
      if (query.EquipmentId === undefined)
        return (await listFaultCodes(tenant, db)).map((row) => presentFaultCode(row, language));
      if (!(await findVisibleDevice(tenant, db, query.EquipmentId))) throw new Refusal(commonErrors.notFound);
      const classId = await classOfDevice(tenant, db, query.EquipmentId);
      return (await listFaultCodes(tenant, db, { classId })).map((row) => presentFaultCode(row, language));
    },

    saveFaultCode: (context, { body }) =>
      inOneWrite(deps, context, async ({ transaction, log, afterCommit }) => {
        const { tenant } = context.caller;
        const classId = body.SmallTypeId ?? null;
        if (classId !== null && !(await isDeviceClass(tenant, transaction, classId)))
          throw new Refusal(commonErrors.notFound);
        const row = {
          kind: body.Kind,
          code: body.Code,
          name_zh: body.NameZh,
          name_en: body.NameEn,
          iso14224: body.Iso14224,
          device_class_id: classId,
        };
        const id = await insertFaultCode(tenant, transaction, row);
        if (id === null) throw new Refusal(repairErrors.codeExists);
        log({
          companyId: tenant.companyId,
          subject: subjectOf({ id, ...row }),
          after: {
            faultCodeKind: row.kind,
            code: row.code,
            nameZh: row.name_zh,
            nameEn: row.name_en,
            iso14224: row.iso14224,
            deviceClassId: classId,
          },
        });
        afterCommit(() => events.emit('listsChanged', { companyId: tenant.companyId, kinds: ['repair'] }));
        return { FaultCodeId: id };
      }),

    changeFaultCode: (context, { body }) =>
      inOneWrite(deps, context, async ({ transaction, log, unchanged, afterCommit }) => {
        const { tenant } = context.caller;
        const before = await findFaultCode(tenant, transaction, body.FaultCodeId);
        if (!before) throw new Refusal(commonErrors.notFound);
        const asked = {
          name_zh: body.NameZh,
          name_en: body.NameEn,
          iso14224: body.Iso14224,
          active: body.Active,
        };
        const change = Object.fromEntries(
          Object.entries(asked).filter(
            ([name, value]) => value !== undefined && value !== before[name as keyof typeof asked],
          ),
        ) as Partial<Pick<FaultCodeRow, keyof typeof asked>>;
        const { active, ...words } = change;
        if (before.company_id === null && Object.keys(words).length > 0) throw new Refusal(repairErrors.builtInCode);
        if (Object.keys(change).length === 0) {
          unchanged();
          return null;
        }
        if (before.company_id === null) await switchFaultCode(tenant, transaction, before.id, active!);
        else await updateFaultCode(tenant, transaction, before.id, change);
        const inLog = (row: Partial<FaultCodeRow>) => ({
          ...(change.name_zh !== undefined && { nameZh: row.name_zh }),
          ...(change.name_en !== undefined && { nameEn: row.name_en }),
          ...(change.iso14224 !== undefined && { iso14224: row.iso14224 }),
          ...(change.active !== undefined && { faultCodeActive: row.active }),
        });
        log({
          companyId: tenant.companyId,
          subject: subjectOf(before),
          before: inLog(before),
          after: inLog(change),
        });
        afterCommit(() => events.emit('listsChanged', { companyId: tenant.companyId, kinds: ['repair'] }));
        return null;
      }),
  };
}
