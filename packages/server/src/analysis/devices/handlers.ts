import type { AllCalls, analysisCalls, CallData, Language, ParsedInput } from '@watchpost/contract';
import type { UserTenant } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { analysedAlarms, deviceCounts, repairsOfDevices } from '../alarms.store.ts';
import { askedDays, type Question } from '../asking.wire.ts';
import type { AnalysisDeps } from '../deps.ts';
import { type DevicesOf, deviceFigures, worstDevices } from '../facts/figures.store.ts';
import { isCounted } from '../facts/parts.ts';
import { degreeHours, presentCounted, presentDevices, share } from '../present.ts';
import { rateRatio } from '../rateRatio.ts';

const worstShown = 20;
const thousandth = (value: number): number => Math.round(value * 1000) / 1000;

interface AskedDevices {
  SmallTypeId?: number | undefined;
  Brand?: string | undefined;
  Model?: string | undefined;
}
const devicesOf = ({ SmallTypeId, Brand, Model }: AskedDevices): DevicesOf => ({
  classId: SmallTypeId,
  brand: Brand,
  model: Model,
});

/** The analysis of devices by group, as its page and its file have it. */
export async function groupsOf(
  { db, clock }: Pick<AnalysisDeps, 'db' | 'clock'>,
  tenant: UserTenant,
  language: Language,
  body: ParsedInput<AllCalls['getDeviceAnalysis']>['body'],
): Promise<CallData<AllCalls['getDeviceAnalysis']>> {
  const asked = await askedDays(tenant, db, new Date(clock.now()), body);
  const { projects, projectIds, seconds, everyLevel } = asked;
  const of = devicesOf(body);
  const parts = asked.parts();
  const knowsDegrees = everyLevel && isCounted(parts);
  const [figures, counts, worst] = await Promise.all([
    deviceFigures(tenant, db, parts, body.Group, of),
    deviceCounts(tenant, db, projectIds, body.Group, of),
    worstDevices(tenant, db, parts, worstShown, of),
  ]);
  const worstIds = worst.map(({ id }) => id);
  const repairs = await repairsOfDevices(tenant, db, worstIds, asked.from, asked.until);
  const ofKey = new Map(figures.map((row) => [row.key, row]));
  const nameOf = new Map(projects.map(({ id, name, name_en }) => [id, inLanguage(name, name_en, language)]));
  return {
    GroupList: counts.map(({ key, name, name_en, devices }) => {
      const row = ofKey.get(key);
      return {
        ...presentDevices(row ? [row] : [], { devices, seconds, knowsDegrees }),
        Key: key,
        Name: inLanguage(name, name_en, language),
        MtbfHours: row && row.urgent > 0 ? Math.round((devices * seconds) / 3600 / row.urgent) : null,
      };
    }),
    WorstList: worst.map((device) => ({
      Mtid: device.id,
      MName: inLanguage(device.name, device.name_en, language),
      ProjectId: device.project_id,
      ProjectName: nameOf.get(device.project_id) ?? '',
      ClassName: inLanguage(device.class_zh, device.class_en, language),
      Alarms: device.alarms,
      Urgent: device.urgent,
      ExcursionSeconds: Math.round(device.excursion_seconds),
      DegreeHours: knowsDegrees ? degreeHours(device.degree_seconds) : null,
      DeviceAvailability: share(seconds - device.fault_seconds, seconds),
      Repairs: repairs.get(device.id) ?? 0,
    })),
  };
}

type Own = 'getDeviceAnalysis' | 'getAnalysisComparison' | 'getAnalysisAlarms';

/** Handlers of the analysis of devices, and of what opens a figure's alarms. */
export function deviceHandlers(deps: AnalysisDeps): Pick<Handlers<typeof analysisCalls>, Own> {
  const { db, clock } = deps;
  const asking = (tenant: UserTenant, body: Question) => askedDays(tenant, db, new Date(clock.now()), body);

  async function sideOf(tenant: UserTenant, body: Question & AskedDevices) {
    const asked = await asking(tenant, body);
    const of = devicesOf(body);
    const parts = asked.parts();
    const [figures, [counted]] = await Promise.all([
      deviceFigures(tenant, db, parts, 'all', of),
      deviceCounts(tenant, db, asked.projectIds, 'all', of),
    ]);
    const { seconds, everyLevel } = asked;
    const devices = counted?.devices ?? 0;
    const knowsDegrees = everyLevel && isCounted(parts);
    return { figures: presentDevices(figures, { devices, seconds, knowsDegrees }), exposure: devices * seconds };
  }

  return {
    getDeviceAnalysis: ({ caller, language }, { body }) => groupsOf(deps, caller.tenant, language, body),

    async getAnalysisComparison({ caller: { tenant } }, { body }) {
      const [a, b] = await Promise.all([sideOf(tenant, body.SideA), sideOf(tenant, body.SideB)]);
      const found = rateRatio(
        { count: a.figures.Alarms, exposure: a.exposure },
        { count: b.figures.Alarms, exposure: b.exposure },
      );
      return {
        SideA: a.figures,
        SideB: b.figures,
        Ratio: found && thousandth(found.ratio),
        RatioLow: found && thousandth(found.low),
        RatioHigh: found && thousandth(found.high),
      };
    },

    async getAnalysisAlarms({ caller: { tenant }, language }, { query, body }) {
      const asked = await asking(tenant, body);
      const { rows, total } = await analysedAlarms(
        tenant,
        db,
        asked.stretches(),
        body.Figure,
        { ...devicesOf(body), deviceId: body.DeviceId, devicesOnly: body.DevicesOnly },
        { offset: (query.pageIndex - 1) * query.pageSize, limit: query.pageSize },
      );
      return { Data: rows.map((row) => presentCounted(row, language)), TotalCount: total };
    },
  };
}
