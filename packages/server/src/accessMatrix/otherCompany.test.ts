import { type AllCalls, type CallData, type CallName, permissions } from '@watchpost/contract';
import { describe, expect, test } from 'vitest';
import { accessWorld, needsPartner, ofOthers, signedInCalls, specOf } from '../testing/accessWorld.ts';
import type { Sample } from '../testing/derivedSample.ts';
import type { Ids } from '../testing/equippedCompany.ts';
import { sampleInputs } from '../testing/sampleInputs.ts';
import { foreignInputs, spelledOtherwise } from '../testing/variedInputs.ts';

/** Means something only in the company that runs the installation, which is ours. */
const isForOperator = (name: CallName): boolean => {
  const { access } = specOf(name);
  return typeof access === 'object' && access.some((permission) => 'ofOperator' in permissions[permission]);
};
/** Lets in everybody who has the link: that is what an invitation of another company is for. */
const letsIn: readonly CallName[] = ['acceptInvitation'];

const world = accessWorld();
const { ask, stateOf } = world;

/** Counts name nobody, so no marker would show in them: they are held to their numbers, before anything is asked that changes them. */
describe('what is counted is only what the asker may see', () => {
  const of = (company: Ids, userId = company.userId) => ({ userId, company, hasTransport: false });
  /** A vehicle and two tags, of two classes of one subsystem. */
  const transport = [3, 2];
  const askers = {
    'our company: three devices, two alarms on each': () => ({
      ...of(world.ours),
      hasTransport: true,
      counts: { alarms: 6, unconfirmed: 3, devices: 3, alarming: 3 },
    }),
    'the other company: one device, two alarms': () => ({
      ...of(world.others),
      hasTransport: true,
      counts: { alarms: 2, unconfirmed: 1, devices: 1, alarming: 1 },
    }),
    'a viewer of two devices and of one level': () => ({
      ...of(world.ours, world.viewerId),
      counts: { alarms: 2, unconfirmed: 1, devices: 2, alarming: 1 },
    }),
    'a member of another project': () => ({
      ...of(world.ours, world.neighbourId),
      counts: { alarms: 0, unconfirmed: 0, devices: 0, alarming: 0 },
    }),
  };

  test.each(Object.entries(askers))('%s', async (_name, asker) => {
    const { userId, company, hasTransport, counts } = asker();
    const projectId = userId === world.neighbourId ? world.neighbourProjectId : company.projectId;
    const data = async <Name extends CallName>(name: Name, input: Sample) =>
      (await ask(userId, name, input)).envelope.Data as CallData<AllCalls[Name]>;
    const alarms = await data('getAlarmOverNum', { body: {} });
    const classes = await data('getBigSmallType', { query: { companyId: company.companyId, projectId } });
    const devices = await data('getModelTreeStatusTotal', { body: { ProjectId: projectId } });
    expect({
      alarms: alarms.Total,
      unconfirmed: alarms.Unconfirmed,
      devices: devices.Total - (hasTransport ? transport[0]! : 0),
      alarming: devices.Alarm,
    }).toEqual(counts);
    expect(alarms.Levels.reduce((sum, { Count }) => sum + Count, 0)).toBe(counts.alarms);
    // Each device of the factories has a subsystem and a class of its own.
    const found = classes.map(({ DeviceCount, SmallTypes }) => [DeviceCount, SmallTypes.length]);
    const expected = Array.from({ length: counts.devices }, () => [1, 1]);
    expect(found.sort()).toEqual(hasTransport ? [...expected, transport] : expected);
  });
});

describe("with another company's ids", () => {
  /** What the other company has: after one call as before the next. */
  let state: Record<string, string> | undefined;

  test.each(signedInCalls.filter((name) => !letsIn.includes(name)))(
    '%s shows and changes nothing of it',
    async (name) => {
      const before = state ?? (await stateOf(world.others.companyId));
      state = undefined;
      for (const [key, input] of foreignInputs(name, world.ours, world.others)) {
        const { status, text } = await ask(world.ours.userId, name, input);
        expect([200, 400, 403, 404, 409, 429], `${key} of the other company`).toContain(status);
        expect(text, `${key} of the other company`).not.toMatch(ofOthers);
      }
      const headers = { 'company-id': String(world.others.companyId), 'project-id': String(world.others.projectId) };
      const { text } = await ask(
        world.ours.userId,
        name,
        sampleInputs[name]({ ...world.ours, alarmId: world.others.alarmId }),
        headers,
      );
      expect(text).not.toMatch(ofOthers);
      const after = await stateOf(world.others.companyId);
      expect(after).toEqual(before);
      state = after;
    },
  );

  test('a company, project or person that is named outright is refused, not silently replaced by our own', async () => {
    for (const name of signedInCalls) {
      for (const key of ['companyId', 'projectId', 'userId'] as const) {
        const input = sampleInputs[name]({ ...world.ours, [key]: world.others[key] });
        const named = new RegExp(`"${key}":"?${world.others[key]}\\b`, 'i').test(JSON.stringify(input));
        if (!named) continue;
        for (const one of [input, ...spelledOtherwise(input, key)]) {
          const { status } = await ask(world.ours.userId, name, one);
          // A stranger among the people of a list is reported beside the field.
          expect(key === 'userId' ? [400, 403] : [403], `${name} ${JSON.stringify(one)}`).toContain(status);
        }
      }
    }
  });

  test('two companies or projects named in one question are not weighed against each other, but refused', async () => {
    for (const name of signedInCalls) {
      for (const key of ['companyId', 'projectId'] as const) {
        const input = sampleInputs[name](world.ours);
        if (!new RegExp(`"${key}":`, 'i').test(JSON.stringify(input))) continue;
        for (const spelling of [key, `${key[0]!.toUpperCase()}${key.slice(1)}`, key.toLowerCase()]) {
          const asked = (input.query ?? {}) as object;
          if (spelling in asked) continue;
          const query = { ...asked, [spelling]: world.others[key] };
          const { status } = await ask(world.ours.userId, name, { ...input, query });
          expect(status, `${name} ${spelling}`).toBeOneOf([400, 403]);
        }
      }
    }
  });

  /** Without this the marker could be missing for everybody. */
  test('its own member does see its names', async () => {
    const silent: CallName[] = [];
    const asked = signedInCalls.filter(
      (call) => specOf(call).effect === 'read' && !isForOperator(call) && !needsPartner.includes(call),
    );
    for (const name of asked) {
      const { status, text } = await ask(world.others.userId, name, sampleInputs[name](world.others));
      expect(status, name).toBe(200);
      if (!ofOthers.test(text)) silent.push(name);
    }
    expect(silent.sort()).toEqual(
      // Counts, ids and the field's own catalogue: no names.
      [
        // A picture: its signed address is enough to fetch it.
        'downloadImage',
        // Nothing is kept of it: no provider is asked here.
        'getWeatherPage',
        'exportWeatherPage',
        // Values and times of a tag, and it has measured nothing yet.
        'getOriginalSensorHistList',
        'getTagMemory',
        'getAnalysisComparison',
        'getReminderRule',
        'getRenewals',
        // Policies watch all of its points; what is proposed where none does is tested there.
        'getPolicyProposals',
        // Whether it is free, and why.
        'getSettlementProposal',
        'getScheduleFirings',
        'isAssetCodeExist',
        'findAsset',
        // Names of points, of an asset that is a device: this one is none.
        'getAssetRunTime',
        'getSensorHistList',
        // Whether it is unbroken, and since when.
        'verifyOperationLog',
        // Packed files; what stands in them is tested where they are made.
        'downHistoryDataToExcelOrPdf',
        'correctImportAsset',
        'correctImportBootUnit',
        'correctImportCustomer',
        'getAssetTemplate',
        'getBootUnitTemplate',
        'getCustomerTemplate',
        'getAssetLabels',
        'correctImportModelTree',
        'correctImportModelTreeProperty',
        'correctImportPoint',
        'correctImportSensorTag',
        'correctImportUser',
        'correctImportWaybill',
        'downSensorHistoryData',
        'downloadContract',
        'downloadContractSeal',
        'downloadDebugHandover',
        'downloadMaintenanceReport',
        'exportOriginalSensorHistList',
        'getSensorTagTemplate',
        'getWaybillTemplate',
        'getModelTreeTemplate',
        'getPointTemplate',
        'exportDeviceList',
        'exportEventPage',
        'exportModelTreePage',
        'exportModelTreeProjectStatistics',
        'exportNewRepairActivePage',
        'exportModelTreePropertyTemplate',
        'exportProjectPage',
        'exportSubareaDelPage',
        'getImportUserTemplate',
        'getAlarmOverNum',
        'downloadAlarmClear',
        'downloadReport',
        // A packed proof; of keys what is public.
        'downloadProof',
        'getWaybillCertificate',
        'downloadSealKey',
        // Counts and days: everything sealed matches.
        'getSealChecks',
        // Quarters, factors, sums, what holds; of months the sub-items that everybody has.
        'getEnergyFactors',
        'getEnergyLoad',
        'getEnergyMonths',
        'getSwitchGates',
        'getTrips',
        'previewRecalculate',
        'simulateTariff',
        // Lines through days, budgets, and what people entered by day.
        'fitBaseline',
        'getEnergyPerformance',
        'getEnergyTargets',
        'getEnergyVariables',
        'exportAlarmPushStatistical',
        'exportPushStatisticsList',
        'exportSmsPushInfoList',
        'exportAlarm',
        'exportAlarmAct',
        // Nothing is hidden here, and nobody is told by SMS or a call; how many were told.
        'getAlarmHidden',
        'getMaintenanceReach',
        // Nobody was told anything.
        'getWorkMessagePage',
        'getAlarmAppPushNum',
        'getAlarmPushStatus',
        'getCallPushLogPage',
        'getCallPushLogUserDropdownList',
        'getContactSetting',
        'getSmsPushLogPage',
        'getSmsPushLogUserDropdownList',
        'getWhoWouldBeCalled',
        // Figures of a trial, and the kinds there are.
        'backTestAlarmRules',
        'previewAlarmStrategy',
        'checkAlarmDelays',
        'checkAlarmReferences',
        'checkInstall',
        'getAlarmTypeList',
        // Which parts stand where, by their codes.
        'getDashboardDefault',
        // What bytes mean, on any line; and a line that is not open has said nothing.
        'explainFrames',
        'getFrameLog',
        'getHeardKeys',
        'interpretRegisters',
        'tryPoints',
        // Whether a number is free, what one looks like, how many there are, and boxes of an account that is not there.
        'ckDeviceNo',
        'getDefrostsOfPoints',
        'getDeviceNumRule',
        'getDeviceTotal',
        'getFboxInformationbyHand',
        'getBigSmallType',
        'getModelTreeGroupStatistics',
        'getModelTreeNameConflict',
        'getModelTreeStatusTotal',
        'getMtIdList',
        'getOutdoorPoint',
        // The company has no people counter here; who sees which stands in footfall.test.ts.
        'getPassengerFlow',
        'getPermissionList',
        'getProjectModelList',
        'getSessionList',
        'getSubstituteGaps',
        'getTab',
        'getWhatGoesWithModelTree',
        'queryPointTypeInDmpListDropdownList',
        // Nothing of the kind was set up for the point.
        'getPointRelevance',
        'getPointWriteLimit',
        // One's own columns and views, of which nothing was saved here.
        'getTableField',
        'getTableViews',
        'getUserCoordinate',
        'getUserFuncNewList',
        'getUserPreferences',
        'getUserRoleList',
        'getWhatGoesWith',
        'getWhatHangsOnPoints',
        'isSubareaExist',
        // What a formula and a mapping make of what was typed.
        'tryFormula',
        'tryMapping',
      ].sort(),
    );
  });
});
