import { randomUUID } from 'node:crypto';
import type { Db } from '../platform/db/database.ts';

/** Policies and reports of a project, in each state. */
export interface ReportIds {
  policyId: number;
  sparePolicyId: number;
  freePolicyName: string;
  waitingReportId: number;
  generatedReportId: number;
  spareReportId: number;
  publishedReportId: number;
  /** Of the published one, for the member. */
  reportPushId: number;
}

const figures = (marker: string) => ({
  indicators: {
    dataCompleteness: 99.1,
    temperatureCompliance: 98.5,
    acknowledgedInTime: null,
    handledRate: null,
    repairOnTime: null,
  },
  periodMs: 2_678_400_000,
  points: [
    {
      deviceName: `${marker} Freezer`,
      deviceNameEn: null,
      pointName: 'Air',
      pointNameEn: null,
      unit: '°C',
      decimals: 1,
      lowest: -22,
      highest: -16,
      mean: -19,
      knownMs: 2_600_000_000,
      beyondMs: 0,
    },
  ],
  alarms: null,
  repair: null,
});

export async function reportsOf(
  db: Db,
  { companyId, projectId, userId }: { companyId: number; projectId: number; userId: number },
  marker: string,
): Promise<ReportIds> {
  const at = new Date();
  const policy = async (): Promise<number> => {
    const { id } = await db
      .insertInto('report_policy')
      .values({
        company_id: companyId,
        name: `${marker} ${randomUUID().slice(0, 8)}`,
        cycle: 'month',
        run_at: '10:30',
        indicators: '[]',
        contents: ['points'],
        auto_publish: false,
        enabled: true,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('report_policy_project').values({ policy_id: id, project_id: projectId, since: at }).execute();
    return id;
  };
  const policyId = await policy();
  const report = async (status: number, month: string): Promise<number> => {
    const { id } = await db
      .insertInto('report')
      .values({
        policy_id: policyId,
        project_id: projectId,
        policy_name: `${marker} Monthly`,
        cycle: 'month',
        indicators: '[]',
        contents: ['points'],
        from_day: `2026-${month}-01`,
        until_day: `2026-${month}-28`,
        status,
        figures: status === 0 ? null : JSON.stringify(figures(marker)),
        created_at: at,
        generated_at: status === 0 ? null : at,
        published_at: status < 2 ? null : at,
        // It waits for somebody who asks for it, and not for the job.
        tries: 3,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const publishedReportId = await report(2, '03');
  const push = await db
    .insertInto('report_push')
    .values({ report_id: publishedReportId, user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    policyId,
    sparePolicyId: await policy(),
    freePolicyName: `Weekly ${randomUUID().slice(0, 8)}`,
    waitingReportId: await report(0, '04'),
    generatedReportId: await report(1, '05'),
    spareReportId: await report(1, '06'),
    publishedReportId,
    reportPushId: push.id,
  };
}
