import { type Bilingual, commonErrors, firstHourMs, type remoteBootCalls, remoteBootErrors } from '@watchpost/contract';
import { type Caller, maySee, needInProject, readsValues, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { writeDownPoint } from '../../writing/index.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { pagePasswords, usePassword } from '../passwords/password.store.ts';
import { presentPassword } from '../present.ts';
import { pipeOfUnit } from '../standards/standard.store.ts';
import { needUnit, unitSubject } from '../units/needUnits.ts';
import { findUnit, type UnitRow, updateUnit } from '../units/unit.store.ts';
import { bootDevicesOf, bootEventsOf, insertBootEvent, lastBootEvent, photosOf } from './boot.store.ts';
import { firstHourOf } from './firstHour.ts';
import { notifyApprovers } from './notifyApprovers.ts';
import { sendToLock } from './writeLock.ts';

type BootCalls = Pick<typeof remoteBootCalls, 'getBootDevices' | 'getBootCourse' | 'sendBoot' | 'reportBoot'>;

/** How units start, and what became of it. */
export function bootHandlers(deps: RemoteBootDeps): Handlers<BootCalls> {
  const { db, clock, fileUrls, outbox } = deps;

  /** A released unit, locked. @throws Refusal `saidBefore`, `notReleased` */
  async function needReleased(caller: Caller, write: OneWrite, unitId: number): Promise<UnitRow> {
    const unit = await needUnit(caller, write, unitId);
    if (unit.state === 'booted') throw new Refusal(remoteBootErrors.saidBefore);
    if (unit.state !== 'released') throw new Refusal(remoteBootErrors.notReleased);
    return unit;
  }

  async function noteStart(
    caller: Caller,
    write: OneWrite,
    unit: UnitRow,
    way: 'written' | 'reported',
    said: Bilingual,
  ): Promise<void> {
    const at = new Date(clock.now());
    const userName = await nameOfUser(caller.tenant, write.transaction, caller.tenant.userId);
    await updateUnit(
      caller.tenant,
      write.transaction,
      unit.id,
      { state: 'booted', booted_at: at, boot_way: way, watch_state: unit.device_id === null ? 'unknown' : 'watching' },
      at,
    );
    // An unlock from here gives the controller no code: one that was issued stays open.
    if (way === 'reported') await usePassword(caller.tenant, write.transaction, unit.id, { at, way });
    const event = { unitId: unit.id, kind: 'booted' as const, at, userName };
    await insertBootEvent(caller.tenant, write.transaction, { ...event, ...said });
  }

  /** Tried again with the same result it is noted, and mailed to nobody. */
  async function noteRejection(caller: Caller, write: OneWrite, unit: UnitRow, said: Bilingual): Promise<void> {
    const before = await lastBootEvent(caller.tenant, write.transaction, unit.id);
    await noteNoStart(caller, write, unit, 'rejectedBoot', said);
    if (before?.kind === 'rejectedBoot' && before.text_zh === said.zh && before.text_en === said.en) return;
    const hasApprovers = await notifyApprovers(deps, write.transaction, unit, {
      timeZone: await zoneOf(caller.tenant, write.transaction),
      subject: { zh: '机组开机被拒', en: 'A unit did not start' },
      line: {
        zh: `${unit.name}（${unit.unit_number}）：${said.zh}`,
        en: `${unit.name} (${unit.unit_number}): ${said.en}`,
      },
    });
    if (hasApprovers) write.afterCommit(() => outbox.wake());
  }

  async function noteNoStart(
    caller: Caller,
    write: OneWrite,
    unit: UnitRow,
    kind: 'rejectedBoot' | 'unansweredBoot',
    said: Bilingual,
  ): Promise<void> {
    const at = new Date(clock.now());
    const userName = await nameOfUser(caller.tenant, write.transaction, caller.tenant.userId);
    await insertBootEvent(caller.tenant, write.transaction, { unitId: unit.id, kind, at, userName, ...said });
  }

  const logResult = (write: OneWrite, caller: Caller, unit: UnitRow, result: string | Bilingual): void =>
    write.log({
      companyId: caller.tenant.companyId,
      projectId: unit.project_id,
      subject: unitSubject(unit),
      after: { bootResult: result },
    });

  return {
    async getBootDevices({ caller, language }, { query }) {
      if (!maySee(caller.tenant, query.projectId, null)) throw new Refusal(commonErrors.notFound);
      const devices = await bootDevicesOf(caller.tenant, db, query.projectId);
      return devices.map(({ id, name, name_en, points }) => ({
        ModelTreeId: id,
        ModelTreeName: inLanguage(name, name_en, language),
        PointList: points.map((point) => ({
          PointId: point.id,
          PointName: inLanguage(point.name, point.name_en, language),
        })),
      }));
    },

    async getBootCourse({ caller, language, signal }, { query }) {
      const unit = await findUnit(caller.tenant, db, query.unitId);
      if (!unit) throw new Refusal(commonErrors.notFound);
      const [photos, events, passwords] = await Promise.all([
        photosOf(caller.tenant, db, unit.id),
        bootEventsOf(caller.tenant, db, unit.id),
        pagePasswords(caller.tenant, db, { unitIds: [unit.id] }, { limit: 1, offset: 0 }),
      ]);
      const from = unit.booted_at?.getTime() ?? null;
      const isWatched = from !== null && unit.watch_state === 'watching' && unit.device_id !== null;
      const mayRead = readsValues(caller, unit.project_id);
      const checks = !isWatched
        ? unit.watch_checks
        : mayRead
          ? await firstHourOf(
              deps,
              caller.tenant,
              { deviceId: unit.device_id!, asked: await pipeOfUnit(caller.tenant, db, unit) },
              from,
              Math.min(clock.now(), from + firstHourMs),
              caller.tenant.userId,
              signal,
            )
          : [];
      return {
        Password: passwords.rows.map((row) => presentPassword(row, clock.now()))[0] ?? null,
        PhotoList: photos
          .filter(({ is_letter }) => !is_letter)
          .map(({ file_id }) => ({ Url: fileUrls.fileUrl(file_id), Path: file_id })),
        LetterList: photos.filter(({ is_letter }) => is_letter).map(({ file_id }) => fileUrls.fileUrl(file_id)),
        // The verdicts are of the unit, their figures of its points.
        WatchList: mayRead ? checks : checks.map((check) => ({ ...check, Found: '' })),
        WatchUntil: from === null ? null : from + firstHourMs,
        EventList: events.map((event) => ({
          Kind: event.kind,
          Epoch: event.at.getTime(),
          UserName: event.user_name,
          Text: language === 'zh' ? event.text_zh : event.text_en,
        })),
      };
    },

    async sendBoot(context, { body }) {
      const { caller, language } = context;
      // Written down first, so that a crash leaves no write that nobody knows of.
      const { unit, recordId } = await inOneWrite(deps, context, async (write) => {
        const unit = await needReleased(caller, write, body.UnitId);
        if (unit.lock_point_id === null) throw new Refusal(remoteBootErrors.noLockPoint);
        // A right of its own: issuing passwords alone unlocks nothing.
        if (unit.project_id === null) throw new Refusal(remoteBootErrors.noLockPoint);
        needInProject(caller, unit.project_id, ['remoteWrite']);
        const order = { pointId: unit.lock_point_id, value: unit.unlock_value, reason: unit.unit_number };
        const recordId = await writeDownPoint(deps, write, caller, order);
        return { unit, recordId };
      });
      const { success, said } = await sendToLock(deps, recordId, unit.lock_point_id!, unit.unlock_value);
      const started = success === true;
      await inOneWrite(deps, context, async (write) => {
        const now = await needUnit(caller, write, unit.id);
        // Otherwise another way started it meanwhile. It is not locked again while its lock point is written to.
        if (now.state === 'released') {
          if (started)
            await noteStart(caller, write, now, 'written', {
              zh: '锁定点已写入并读回',
              en: 'Lock point written and read back',
            });
          // Nobody knows whether the device has it: its run state will say so.
          else if (success === null) await noteNoStart(caller, write, now, 'unansweredBoot', said);
          else await noteRejection(caller, write, now, said);
        }
        logResult(write, caller, now, said);
        tellBoot(deps, write, caller.tenant.companyId);
      });
      return { Started: started, Said: said[language] };
    },

    reportBoot: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const unit = await needReleased(caller, write, body.UnitId);
        const said = { zh: body.Note, en: body.Note };
        if (body.Started) await noteStart(caller, write, unit, 'reported', said);
        else await noteRejection(caller, write, unit, said);
        logResult(write, caller, unit, body.Started ? { zh: '已开机', en: 'Started' } : body.Note);
        tellBoot(deps, write, caller.tenant.companyId);
        return null;
      }),
  };
}
