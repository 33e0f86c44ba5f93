import {
  type AllCalls,
  type Bilingual,
  commonErrors,
  hardChecks,
  type InstallCheck,
  type InstallVerdict,
  installChecks,
  installPhotosMin,
  type ParsedInput,
  type remoteBootCalls,
  remoteBootErrors,
} from '@watchpost/contract';
import { type Caller, zoneOf } from '../../access/index.ts';
import { needOwnFile } from '../../files/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { addLetters, insertBootEvent, setPhotos } from '../boot/boot.store.ts';
import { notifyApprovers, notifyInstaller } from '../boot/notifyApprovers.ts';
import { runningPointsOf } from '../boot/runningPoints.ts';
import { writeLock } from '../boot/writeLock.ts';
import { checkInstall, type Figures, rangeFor } from '../checkInstall.wire.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { openPasswords, revokePasswords } from '../passwords/password.store.ts';
import { type CaliberRow, calibersOf, lockBoot, type PipeRow, pipeOf } from '../standards/standard.store.ts';
import { dayOf, firstDayTaken } from '../units/dayOf.ts';
import { isReleased, needUnit, unitSubject } from '../units/needUnits.ts';
import { findUnit, type UnitRow, updateUnit } from '../units/unit.store.ts';
import { notInstalled } from './notInstalled.ts';

type InstallCalls = Pick<
  typeof remoteBootCalls,
  'checkInstall' | 'submitInstall' | 'approveInstall' | 'rejectInstall' | 'relockUnit'
>;
type InstallBody = ParsedInput<AllCalls['submitInstall']>['body'];

/** Characters of a reason why deviations are waived. */
const minWaiver = 10;

const figuresOf = (body: InstallBody): Figures => ({
  length: Math.round(body.HorizontalLength * 1000),
  gasClimb: Math.round(body.GasClimb * 1000),
  liquidClimb: Math.round(body.LiquidClimb * 1000),
  gas: Math.round(body.GasDiameter * 100),
  riser: Math.round(body.RiserDiameter * 100),
  liquid: Math.round(body.LiquidDiameter * 100),
  oil: body.OilType,
  ...(body.OilTraps == null ? {} : { traps: body.OilTraps }),
  ...(body.Slope == null ? {} : { slope: Math.round(body.Slope * 100) }),
  ...(body.ChargeAdded == null ? {} : { charge: body.ChargeAdded }),
  ...(body.PressureFrom == null
    ? {}
    : {
        pressure: {
          from: Math.round(body.PressureFrom * 1000),
          to: Math.round(body.PressureTo! * 1000),
          fromTemp: body.PressureFromTemp!,
          toTemp: body.PressureToTemp!,
          hours: body.PressureHours!,
          step: body.GaugeStep == null ? usualGaugeStep : Math.round(body.GaugeStep * 1000),
        },
      }),
  ...(body.VacuumEnd == null ? {} : { vacuum: { end: body.VacuumEnd, rise: body.VacuumRise! } }),
});
/** kPa: a digital gauge. */
const usualGaugeStep = 1;

/** Fields of the readings that a check needs. */
const readingOf: Partial<Record<InstallCheck, keyof InstallBody>> = {
  traps: 'OilTraps',
  slope: 'Slope',
  charge: 'ChargeAdded',
  testPressure: 'PressureFrom',
  pressureDrop: 'PressureFrom',
  vacuum: 'VacuumEnd',
  vacuumRise: 'VacuumEnd',
};

/** All readings that the standards ask for, and enough photos. @throws Refusal `installMissing` */
function needAll(verdicts: readonly InstallVerdict[], photos: number): void {
  const checks = verdicts.flatMap(({ Check, Why }) => (Why === 'notMeasured' ? [Check] : []));
  const words = [
    ...checks.map((check) => installChecks[check]),
    ...(photos < installPhotosMin
      ? [{ zh: `照片（${photos}/${installPhotosMin}）`, en: `photos (${photos} of ${installPhotosMin})` }]
      : []),
  ];
  if (words.length === 0) return;
  throw new Refusal(remoteBootErrors.installMissing, {
    list: { zh: words.map(({ zh }) => zh).join('、'), en: words.map(({ en }) => en).join(', ') },
  }).about(readingOf[checks[0]!] ?? 'PhotoList');
}

const conforms = (verdicts: readonly InstallVerdict[]): boolean => verdicts.every(({ Verdict }) => Verdict === 'ok');
const failed = (verdicts: readonly InstallVerdict[]) => {
  const names = verdicts.filter(({ Verdict }) => Verdict !== 'ok').map(({ Check }) => installChecks[Check]);
  return { zh: names.map(({ zh }) => zh).join('、'), en: names.map(({ en }) => en).join(', ') };
};

/**
 * An installation that waits, was entered by somebody else, and is the one that was read.
 *
 * @param seen when the unit that was read was changed last, in epoch ms
 * @throws Refusal `notInstalled`, `installRejected`, `ownInstall`, `unitChanged`
 */
function needJudged({ userId }: Caller, unit: UnitRow, seen: number): void {
  if (unit.install === null) throw new Refusal(remoteBootErrors.notInstalled);
  if (unit.state === 'rejected') throw new Refusal(remoteBootErrors.installRejected);
  if (unit.submitted_by === userId) throw new Refusal(remoteBootErrors.ownInstall);
  if (unit.updated_at.getTime() !== seen) throw new Refusal(remoteBootErrors.unitChanged);
}

/** Installations: entered, held against the standards, and released, rejected or locked again by a second person. */
export function installHandlers(deps: RemoteBootDeps): Handlers<InstallCalls> {
  const { db, clock } = deps;

  async function verdictsOf(
    { tenant }: Caller,
    reading: DbOrTransaction,
    unit: UnitRow,
    figures: Figures,
  ): Promise<{ verdicts: InstallVerdict[]; pipe: PipeRow; range: CaliberRow | undefined }> {
    const today = dayOf(unit, clock.now());
    const pipe = await pipeOf(tenant, reading, unit.model, today);
    if (!pipe) throw new Refusal(remoteBootErrors.noStandard, { model: unit.model });
    const ranges = await calibersOf(tenant, reading, unit.model, today);
    return { verdicts: checkInstall(figures, pipe, ranges), pipe, range: rangeFor(ranges, figures) };
  }

  /** In the course of the unit; the write itself stands in the write log and the operation log. */
  const noteLockWrite = (caller: Caller, unit: UnitRow, isLocked: boolean, said: Bilingual): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const userName = await nameOfUser(caller.tenant, transaction, caller.userId);
      await insertBootEvent(caller.tenant, transaction, {
        unitId: unit.id,
        kind: isLocked ? 'lockWritten' : 'lockNotWritten',
        at: new Date(clock.now()),
        userName,
        ...said,
      });
    });

  const nameOf = ({ name, unit_number }: UnitRow): Bilingual => ({
    zh: `${name}（${unit_number}）`,
    en: `${name} (${unit_number})`,
  });

  async function notifyOfWaiting(
    { tenant }: Caller,
    write: OneWrite,
    unit: UnitRow,
    deviations: Bilingual,
  ): Promise<void> {
    const name = nameOf(unit);
    const hasApprovers = await notifyApprovers(deps, write.transaction, unit, {
      timeZone: await zoneOf(tenant, write.transaction),
      subject: { zh: '机组等待放行', en: 'A unit waits for its release' },
      line: {
        zh: deviations.zh === '' ? `${name.zh}：安装合规` : `${name.zh}：存在偏差（${deviations.zh}）`,
        en: deviations.en === '' ? `${name.en}: conforms` : `${name.en}: deviates (${deviations.en})`,
      },
      exceptUserId: tenant.userId,
    });
    if (hasApprovers) write.afterCommit(() => deps.outbox.wake());
  }

  /** @param said what was said to it; empty: nothing */
  async function notifyOfDecision(
    { tenant }: Caller,
    write: OneWrite,
    unit: UnitRow,
    subject: Bilingual,
    said: string,
  ): Promise<void> {
    const name = nameOf(unit);
    const isMailed = await notifyInstaller(deps, write.transaction, unit, {
      timeZone: await zoneOf(tenant, write.transaction),
      subject,
      line: said === '' ? name : { zh: `${name.zh}：${said}`, en: `${name.en}: ${said}` },
    });
    if (isMailed) write.afterCommit(() => deps.outbox.wake());
  }

  return {
    async checkInstall({ caller }, { body }) {
      const unit = await findUnit(caller.tenant, db, body.UnitId);
      if (!unit) throw new Refusal(commonErrors.notFound);
      const { verdicts, pipe, range } = await verdictsOf(caller, db, unit, figuresOf(body));
      return { VerdictList: verdicts, PipeRevision: pipe.revision, CaliberRevision: range?.revision ?? null };
    },

    async submitInstall(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        // The standards that it is judged by are neither changed nor deleted meanwhile.
        await lockBoot(tenant, write.transaction);
        const unit = await needUnit(caller, write, body.UnitId);
        if (isReleased(unit)) throw new Refusal(remoteBootErrors.released);
        if (unit.installer_id !== null && unit.installer_id !== tenant.userId)
          throw new Refusal(remoteBootErrors.onlyInstaller, { name: unit.installer_name ?? '–' });
        const photos = new Set<string>();
        for (const photo of body.PhotoList) photos.add(await needOwnFile(tenant, write.transaction, photo));
        const at = new Date(clock.now());
        const install = figuresOf(body);
        const { verdicts, pipe, range } = await verdictsOf(caller, write.transaction, unit, install);
        needAll(verdicts, photos.size);
        const state = conforms(verdicts) ? ('conforms' as const) : ('deviates' as const);
        const submitted = {
          ...{ install, verdicts, state, submitted_by: tenant.userId },
          ...{ pipe_version_id: pipe.id, caliber_version_id: range?.id ?? null },
        };
        await updateUnit(tenant, write.transaction, unit.id, submitted, at);
        await setPhotos(tenant, write.transaction, unit.id, [...photos], at);
        const { zh, en } = conforms(verdicts) ? { zh: '', en: '' } : failed(verdicts);
        const userName = await nameOfUser(tenant, write.transaction, tenant.userId);
        await insertBootEvent(tenant, write.transaction, { unitId: unit.id, kind: 'submitted', at, userName, zh, en });
        // Figures that are corrected wait since they were first entered.
        if (unit.state === 'registered' || unit.state === 'rejected')
          await notifyOfWaiting(caller, write, unit, { zh, en });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: unitSubject(unit),
          before: { bootState: unit.state },
          after: {
            bootState: state,
            installFigures: verdicts.map(({ Found }) => Found).join(', '),
            photoCount: photos.size,
          },
        });
        tellBoot(deps, write, tenant.companyId);
        return { InstallStatus: state };
      });
    },

    async approveInstall(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const unit = await needUnit(caller, write, body.UnitId);
        if (isReleased(unit)) {
          write.unchanged();
          return null;
        }
        needJudged(caller, unit, body.UpdateEpoch);
        const isWaived = unit.state !== 'conforms';
        if (isWaived && body.Waiver.length < minWaiver)
          throw new Refusal(remoteBootErrors.notConforming, { list: failed(unit.verdicts) });
        const hard = unit.verdicts.filter(({ Check }) => hardChecks.has(Check));
        const letters = new Set<string>();
        for (const letter of body.LetterList) letters.add(await needOwnFile(tenant, write.transaction, letter));
        if (!conforms(hard) && letters.size === 0)
          throw new Refusal(remoteBootErrors.letterMissing, { list: failed(hard) });
        const at = new Date(clock.now());
        if (isWaived) await addLetters(tenant, write.transaction, unit.id, [...letters], at);
        const userName = await nameOfUser(tenant, write.transaction, tenant.userId);
        const waived = isWaived ? { waiver: body.Waiver, waived_name: userName } : {};
        const running = await runningPointsOf(deps, tenant, write.transaction, unit.device_id);
        const released = { state: 'released' as const, released_at: at, running_before: running, ...waived };
        await updateUnit(tenant, write.transaction, unit.id, released, at);
        const text = isWaived ? body.Waiver : '';
        await insertBootEvent(tenant, write.transaction, {
          ...{ unitId: unit.id, kind: isWaived ? ('waived' as const) : ('approved' as const), at, userName },
          ...{ zh: text, en: text },
        });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: unitSubject(unit),
          before: { bootState: unit.state },
          after: { bootState: 'released', ...(isWaived && { bootWaiver: body.Waiver, photoCount: letters.size }) },
        });
        await notifyOfDecision(caller, write, unit, { zh: '机组已放行', en: 'A unit was released' }, text);
        tellBoot(deps, write, tenant.companyId);
        return null;
      });
    },

    async rejectInstall(context, { body }) {
      const { caller } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const unit = await needUnit(caller, write, body.UnitId);
        if (isReleased(unit)) throw new Refusal(remoteBootErrors.released);
        needJudged(caller, unit, body.UpdateEpoch);
        const at = new Date(clock.now());
        await updateUnit(tenant, write.transaction, unit.id, { state: 'rejected' }, at);
        const userName = await nameOfUser(tenant, write.transaction, tenant.userId);
        await insertBootEvent(tenant, write.transaction, {
          ...{ unitId: unit.id, kind: 'rejected' as const, at, userName },
          ...{ zh: body.Reason, en: body.Reason },
        });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: unitSubject(unit),
          before: { bootState: unit.state },
          after: { bootState: 'rejected', reason: body.Reason },
        });
        await notifyOfDecision(
          caller,
          write,
          unit,
          { zh: '安装被驳回', en: 'An installation was rejected' },
          body.Reason,
        );
        tellBoot(deps, write, tenant.companyId);
        return null;
      });
    },

    async relockUnit(context, { body }) {
      const { caller, language } = context;
      const { tenant, userId } = caller;
      const unit = await inOneWrite(deps, context, async (write) => {
        const unit = await needUnit(caller, write, body.UnitId);
        if (!isReleased(unit)) throw new Refusal(remoteBootErrors.notReleased);
        // An unlock that is on its way would start it afterwards.
        if (unit.lock_point_id !== null) await deps.writing.holdStill(tenant, write.transaction, [unit.lock_point_id]);
        const at = new Date(clock.now());
        await updateUnit(tenant, write.transaction, unit.id, notInstalled, at);
        await setPhotos(tenant, write.transaction, unit.id, [], at);
        const userName = await nameOfUser(tenant, write.transaction, tenant.userId);
        await insertBootEvent(tenant, write.transaction, {
          ...{ unitId: unit.id, kind: 'relocked' as const, at, userName },
          ...{ zh: body.Reason, en: body.Reason },
        });
        const open = await openPasswords(
          tenant,
          write.transaction,
          unit.unit_number,
          firstDayTaken(dayOf(unit, clock.now())),
        );
        await revokePasswords(tenant, write.transaction, open, { userId, at, reason: body.Reason });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: unitSubject(unit),
          before: { bootState: unit.state },
          after: { bootState: 'registered', reason: body.Reason },
        });
        tellBoot(deps, write, tenant.companyId);
        return unit;
      });
      const { success, said } = await writeLock(deps, context, unit);
      if (unit.lock_point_id !== null) await noteLockWrite(caller, unit, success === true, said);
      return { Locked: success === true, Said: said[language] };
    },
  };
}
