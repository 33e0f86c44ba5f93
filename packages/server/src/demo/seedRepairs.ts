import type { Bilingual } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Db, DbOrTransaction } from '../platform/db/database.ts';
import { randomCode } from '../platform/randomCode.ts';
import { localOfEpoch } from '../platform/zonedTime.ts';
import { receiptLength, stickerIdLength } from '../repair/index.ts';
import { clocksOf, insertJournal, insertPause, takeNumber, writeClocks } from '../work/index.ts';
import {
  codeDemoOrder,
  type DemoDevice,
  type DemoPerson,
  devicesToRepair,
  giveToTeam,
  insertDemoMessage,
  insertDemoOrder,
  joinTeam,
  linkDemoAlarm,
  peopleByRole,
  repairedAlarms,
  seedStickers,
  watchMainPoint,
} from './repairs.store.ts';

const minute = 60_000;
const hour = 60 * minute;
/** The team that half of the past orders were given to; other companies may have none of this name. */
const ownTeam = '总部工程部';
/** The team of the engineer from outside, to which the urgent order is offered. */
const outsideTeam = '东方冷链维保';
const timeZone = 'Asia/Shanghai';

/** When an order reached each of its states; epoch ms. */
interface Course {
  readonly submitted: number;
  readonly accepted?: number;
  readonly arrived?: number;
  readonly finished?: number;
  readonly completed?: number;
}

/** Open orders, one in each state, by the place of their device among the project's. */
const open = [
  { status: 1, severity: 1, minutesAgo: 38, fault: '2 号风机停转，库温持续上升', assigned: false },
  { status: 1, severity: 2, minutesAgo: 22, fault: '库门密封条破损，关门后漏冷', assigned: true },
  { status: 2, severity: 2, minutesAgo: 95, fault: '压缩机启停频繁', assigned: true },
  {
    status: 2,
    severity: 3,
    minutesAgo: 1500,
    fault: '照明灯管损坏',
    assigned: true,
    paused: '等待灯管到货，预计明日送达',
  },
  { status: 3, severity: 1, minutesAgo: 130, fault: '蒸发器结霜严重，制冷能力下降', assigned: true },
  {
    status: 4,
    severity: 3,
    minutesAgo: 260,
    fault: '温度显示屏花屏',
    assigned: true,
    rejected: '当天已有其他检修安排，请改派他人',
  },
  { status: 6, severity: 2, minutesAgo: 210, fault: '膨胀阀异响', assigned: true },
  { status: 0, severity: 3, minutesAgo: 700, fault: '门铃不响', assigned: false },
  { status: -1, severity: 3, minutesAgo: 12, fault: '月台灯忽明忽暗', assigned: false },
] as const;

/** In words, and by the fault catalogue. */
const repairs = [
  {
    cause: '风机轴承卡死',
    remedy: '更换风机电机',
    codes: { symptom: 'FAN', mechanism: '2.4', cause: 'BEARING', remedy: 'MOTOR' },
  },
  {
    cause: '蒸发器结冰',
    remedy: '手动化霜，调整化霜间隔',
    codes: { symptom: 'WARM', mechanism: '5.1', cause: 'DEFROST', remedy: 'DEFROSTED' },
  },
  {
    cause: '接触器触点烧蚀',
    remedy: '更换接触器',
    codes: { symptom: 'UST', mechanism: '4', cause: '3.4', remedy: '1' },
  },
  {
    cause: '传感器接线松动',
    remedy: '重新压接端子',
    codes: { symptom: 'AIR', mechanism: '1.5', cause: '2.2', remedy: '4' },
  },
] as const;

/** Symptoms of the open orders, by their place. */
const symptoms = ['FAN', 'DOOR', 'CYCLE', undefined, 'ICE', undefined, 'NOI', undefined, undefined] as const;

/** Repair orders of a company's last weeks, made of its past alarms, and one in each state that is open. */
export async function seedRepairs(db: Db, { companyId, now }: { companyId: number; now: number }): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const people = await peopleByRole(system, transaction, companyId);
    const applicant = people.get('Operator') ?? people.get('Project owner');
    const engineer = people.get('Maintenance engineer') ?? people.get('Project owner');
    const dispatcher = people.get('Project owner') ?? people.get('Company administrator');
    if (!applicant || !engineer || !dispatcher) return;
    const parties = { companyId, applicant, engineer, dispatcher };
    const past = await repairedAlarms(system, transaction, companyId, new Date(now - 3 * hour));
    for (const [place, alarm] of [...past].reverse().entries()) {
      const raised = alarm.raised_at.getTime();
      const returned = alarm.returned_at.getTime();
      const accepted = raised + (14 + (place % 4) * 3) * minute;
      const arrived = accepted + 40 * minute;
      const finished = Math.max(arrived + 15 * minute, returned - 12 * minute);
      const verified = Math.max(returned, finished) + hour;
      const course = { submitted: raised + 9 * minute, accepted, arrived, finished, completed: verified + 20 * minute };
      // Ten minutes more until it is settled.
      if (course.completed + 10 * minute > now) continue;
      const repair = repairs[place % repairs.length]!;
      const id = await seedOrder(transaction, parties, {
        course,
        status: 7,
        severity: alarm.severity,
        device: { ...alarm, id: alarm.device_id, name: alarm.device_name, name_en: alarm.device_name_en },
        fault: alarm.text.slice(0, 500),
        now,
        more: {
          source: 'alarm',
          cause: repair.cause,
          remedy: repair.remedy,
          recovery_state: 'verified',
          recovery_since: new Date(Math.max(returned, finished)),
          verified_at: new Date(verified),
          recovery_seconds: 3600,
          observed_seconds: 3600,
          score: place % 3 === 0 ? 5 : place % 3 === 1 ? 4 : null,
          settlement: place % 3 === 2 ? null : 'free',
        },
        repair,
      });
      await codeDemoOrder(system, transaction, id, repair.codes);
      if (place % 2 === 0) await giveToTeam(system, transaction, id, ownTeam);
      await linkDemoAlarm(system, transaction, id, alarm, (alarm.extreme ?? 0) >= (alarm.limit_value ?? 0));
    }
    const devices = await devicesToRepair(system, transaction, companyId);
    for (const [place, each] of [...open].sort((a, b) => b.minutesAgo - a.minutesAgo).entries()) {
      const device = devices[place];
      if (!device) continue;
      const submitted = now - each.minutesAgo * minute;
      const accepted = submitted + 9 * minute;
      const { status } = each;
      const course: Course = {
        submitted,
        ...(status >= 2 && status !== 4 ? { accepted } : {}),
        ...(status === 3 || status === 6 ? { arrived: accepted + 45 * minute } : {}),
        ...(status === 6 ? { finished: now - 25 * minute } : {}),
      };
      const paused = 'paused' in each ? each.paused : null;
      const id = await seedOrder(transaction, parties, {
        course,
        status,
        severity: each.severity,
        device,
        fault: each.fault,
        now,
        isAssigned: each.assigned,
        more: {
          source: 'manual',
          contact_phone: '13900000002',
          ...(status === 6
            ? { cause: repairs[1].cause, remedy: repairs[1].remedy, recovery_state: 'waiting', recovery_seconds: 3600 }
            : {}),
          ...('rejected' in each ? { reject_type: 'timeConflict', reject_reason: each.rejected } : {}),
          ...(paused ? { paused_since: new Date(accepted + 20 * minute) } : {}),
        },
        repair: status === 6 ? repairs[1] : null,
        rejected: 'rejected' in each ? each.rejected : null,
        paused,
      });
      await codeDemoOrder(system, transaction, id, { symptom: symptoms[open.indexOf(each)] });
      if (status === 1 && !each.assigned) await giveToTeam(system, transaction, id, outsideTeam);
      await watchMainPoint(system, transaction, id, device.id);
      const news = messageOf(each, engineer.name);
      if (news)
        for (const userId of new Set([
          news.to === 'applicant' ? applicant.userId : dispatcher.userId,
          dispatcher.userId,
        ]))
          await insertDemoMessage(system, transaction, {
            orderId: id,
            userId,
            at: new Date(submitted + 2 * minute),
            zh: `${device.name}：${news.zh}`,
            en: `${device.name_en ?? device.name}: ${news.en}`,
          });
    }
    // The engineer of the company does visits of that team's contract.
    for (const role of ['External engineer', 'Maintenance engineer'])
      await joinTeam(system, transaction, companyId, { role, team: outsideTeam });
    await seedReport(transaction, devices, { by: dispatcher.name, now });
  });
}

/** A stranger's report by the sticker of a device, a draft that waits for a dispatcher; and stickers on several. */
async function seedReport(
  db: DbOrTransaction,
  devices: readonly DemoDevice[],
  { by, now }: { by: string; now: number },
): Promise<void> {
  const [device] = devices;
  if (!device) return;
  const at = new Date(now - 7 * minute);
  const orderId = await insertDemoOrder(system, db, {
    project_id: device.project_id,
    status: -1,
    severity: 2,
    source: 'qr',
    device_id: device.id,
    device_name: device.name,
    device_name_en: device.name_en,
    fault_content: '门口地面有水，柜内灯不亮',
    service_type: 'onSite',
    applicant_name: '店员小王',
    created_at: at,
    is_app: true,
  });
  const stuck = devices.slice(0, 4).map((each) => ({ ...each, sticker: randomCode(stickerIdLength) }));
  await seedStickers(system, db, stuck, { receipt: randomCode(receiptLength), orderId, at, by });
}

/** What the order's state was told by; null: nobody was told. */
function messageOf(
  { status, fault }: { status: number; fault: string },
  engineer: string,
): (Bilingual & { to: 'applicant' | 'dispatcher' }) | null {
  if (status === 1) return { to: 'dispatcher', zh: `手工报修：${fault}`, en: `Reported by hand: ${fault}` };
  if (status === 2) return { to: 'applicant', zh: `${engineer}已接单`, en: `Accepted by ${engineer}` };
  if (status === 3) return { to: 'applicant', zh: `${engineer}已签到`, en: `${engineer} signed in` };
  if (status === 4) return { to: 'dispatcher', zh: '拒单（时间冲突）', en: 'Rejected (time conflict)' };
  return status === 6 ? { to: 'applicant', zh: '完工，请验收', en: 'Finished, please accept' } : null;
}

async function seedOrder(
  db: DbOrTransaction,
  {
    companyId,
    applicant,
    engineer,
    dispatcher,
  }: { companyId: number; applicant: DemoPerson; engineer: DemoPerson; dispatcher: DemoPerson },
  {
    course,
    status,
    severity,
    device,
    fault,
    now,
    isAssigned = true,
    more,
    repair,
    rejected = null,
    paused = null,
  }: {
    course: Course;
    status: number;
    severity: number;
    device: { id: number; project_id: number; name: string; name_en: string | null };
    fault: string;
    now: number;
    isAssigned?: boolean;
    more: Readonly<Record<string, unknown>>;
    repair: { cause: string; remedy: string } | null;
    rejected?: string | null;
    paused?: string | null;
  },
): Promise<number> {
  const at = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
  const isDraft = status === -1;
  const day = localOfEpoch(course.submitted, timeZone).slice(0, 10);
  const id = await insertDemoOrder(system, db, {
    project_id: device.project_id,
    number: isDraft ? null : await takeNumber(system, db, { companyId, kind: 'R', day }),
    status,
    severity,
    device_id: device.id,
    device_name: device.name,
    device_name_en: device.name_en,
    fault_content: fault,
    service_type: 'onSite',
    applicant_id: applicant.userId,
    applicant_name: applicant.name,
    assignee_id: isAssigned ? engineer.userId : null,
    assignee_name: isAssigned ? engineer.name : null,
    created_at: new Date(course.submitted),
    submitted_at: isDraft ? null : new Date(course.submitted),
    accepted_at: at(course.accepted),
    arrived_at: at(course.arrived),
    finished_at: at(course.finished),
    completed_at: at(course.completed),
    ...more,
  });
  if (isDraft) return id;
  const order = { kind: 'repair' as const, id, projectId: device.project_id };
  const write = (
    ms: number,
    by: DemoPerson | null,
    action: string,
    states: readonly [number | null, number],
    text: Bilingual,
  ) =>
    insertJournal(system, db, order, {
      at: new Date(ms),
      userId: by?.userId ?? null,
      userName: by?.name ?? null,
      action,
      fromState: states[0],
      toState: states[1],
      text,
    });
  const { submitted, accepted, arrived, finished, completed } = course;
  await write(submitted, applicant, 'submit', [null, 1], { zh: `报修：${fault}`, en: `Reported: ${fault}` });
  if (isAssigned)
    await write(submitted + 3 * minute, dispatcher, 'dispatch', [1, 1], {
      zh: `派单给${engineer.name}`,
      en: `Dispatched to ${engineer.name}`,
    });
  if (accepted !== undefined)
    await write(accepted, engineer, 'accept', [1, 2], {
      zh: `${engineer.name}已接单`,
      en: `Accepted by ${engineer.name}`,
    });
  if (paused !== null && accepted !== undefined) {
    const from = accepted + 20 * minute;
    await insertPause(system, db, order, {
      clockKind: null,
      reason: 'waitingParts',
      note: paused,
      from: new Date(from),
      until: null,
    });
    await write(from, engineer, 'pause', [2, 2], {
      zh: `暂停（等待配件）：${paused}`,
      en: `Paused (waiting for parts): ${paused}`,
    });
  }
  if (rejected !== null)
    await write(submitted + 20 * minute, engineer, 'reject', [1, 4], {
      zh: `拒单（时间冲突）：${rejected}`,
      en: `Rejected (time conflict): ${rejected}`,
    });
  if (status === 0)
    await write(submitted + 30 * minute, applicant, 'revoke', [1, 0], {
      zh: '撤回：已自行修好',
      en: 'Revoked: mended',
    });
  if (arrived !== undefined)
    await write(arrived, engineer, 'signIn', [2, 3], {
      zh: `${engineer.name}已签到，距现场80米`,
      en: `${engineer.name} signed in, 80 m from the site`,
    });
  if (finished !== undefined && repair)
    await write(finished, engineer, 'finish', [3, 6], {
      zh: `完工：${repair.cause}；${repair.remedy}`,
      en: `Finished: ${repair.cause}; ${repair.remedy}`,
    });
  if (completed !== undefined) {
    const verified = (more.verified_at as Date).getTime();
    await write(verified, null, 'recovery.verified', [6, 6], { zh: '已验证恢复', en: 'Recovery verified' });
    await write(completed, applicant, 'pass', [6, 7], { zh: '验收通过', en: 'Repair accepted' });
    if (more.settlement === 'free')
      await write(completed + 10 * minute, dispatcher, 'settle', [7, 7], { zh: '结算：免费', en: 'Settled: free' });
  }
  const pauses =
    paused !== null && accepted !== undefined ? [{ kind: null, from: accepted + 20 * minute, until: null }] : [];
  await writeClocks(
    system,
    db,
    order,
    clocksOf(
      {
        severity: severity as 1 | 2 | 3,
        targets: null,
        timeZone,
        dayKinds: new Map(),
        submittedAt: submitted,
        acceptedAt: accepted ?? null,
        arrivedAt: arrived ?? null,
        finishedAt: finished ?? null,
        completedAt: completed ?? null,
        isRevoked: status === 0,
        pauses,
      },
      now,
    ),
  );
  return id;
}
