import type { ReportContent, ReportCycle, ReportIndicator } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { dayAfter, localOfEpoch } from '../platform/zonedTime.ts';
import { insertPolicy, insertReport, periodBefore, setProjects } from '../reports/index.ts';
import type { SeededCompany } from './SeededCompany.ts';

const day = 86_400_000;
const timeZone = 'Asia/Shanghai';
const contents: ReportContent[] = ['points', 'alarms', 'repair', 'energy'];
const indicators: { name: ReportIndicator; target: number }[] = [
  { name: 'dataCompleteness', target: 98 },
  { name: 'temperatureCompliance', target: 95 },
  { name: 'acknowledgedInTime', target: 90 },
  { name: 'handledRate', target: 95 },
  { name: 'repairOnTime', target: 90 },
];

const policies: readonly {
  name: string;
  cycle: ReportCycle;
  past: number;
  projects: number;
  enabled?: boolean;
}[] = [
  { name: '冷库温度周报', cycle: 'week', past: 3, projects: 2 },
  { name: '门店日报', cycle: 'day', past: 2, projects: 1 },
  { name: '门店月报', cycle: 'month', past: 1, projects: 1 },
  { name: '季度合规报告', cycle: 'quarter', past: 0, projects: 2, enabled: false },
];

/** Policies and the reports of the weeks with a history; the job that makes reports fills in their figures. */
export async function seedReports(
  db: DbOrTransaction,
  { companyId, projectIds }: SeededCompany,
  now: number,
): Promise<void> {
  for (const { name, cycle, past, projects, enabled = true } of policies) {
    const at = new Date(now - 28 * day);
    const tenant = { companyId };
    const values = { name, cycle, run_at: '08:00', indicators, contents, auto_publish: false, enabled };
    const policyId = await insertPolicy(tenant, db, values, at);
    const ids = [...projectIds.values()].slice(0, projects);
    await setProjects(tenant, db, policyId, ids, at);
    let today = localOfEpoch(now, timeZone).slice(0, 10);
    for (let back = 0; back < past; back++) {
      const period = periodBefore(cycle, today);
      const madeAt = new Date(Date.parse(`${dayAfter(period.untilDay, 1)}T00:00:00Z`));
      for (const projectId of ids)
        await insertReport(system, db, { policyId, projectId, period, revision: 1, at: madeAt });
      today = period.fromDay;
    }
  }
}
