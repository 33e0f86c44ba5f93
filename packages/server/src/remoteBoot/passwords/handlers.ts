import { commonErrors, maxPasswordsADay, type remoteBootCalls, remoteBootErrors } from '@watchpost/contract';
import type { CompanyTenant } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import type { DbOrTransaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { insertBootEvent } from '../boot/boot.store.ts';
import { bootPassword, counterAt, counterWindow } from '../bootPassword.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { shownKeyOf } from '../keys/key.store.ts';
import { keyOf } from '../keys/keyOf.ts';
import { presentPassword } from '../present.ts';
import { dayOf, firstDayTaken, isTakenOn } from '../units/dayOf.ts';
import { needUnit } from '../units/needUnits.ts';
import type { UnitRow } from '../units/unit.store.ts';
import {
  countersOf,
  insertPassword,
  lockLastOpen,
  lockPassword,
  noteShownPassword,
  openPasswords,
  type PasswordRow,
  pagePasswords,
  passwordsOfDay,
  revokePasswords,
} from './password.store.ts';

type PasswordCalls = Pick<
  typeof remoteBootCalls,
  'getBootPasswordPage' | 'issueBootPassword' | 'revealBootPassword' | 'revokeBootPassword'
>;

export function passwordHandlers(deps: RemoteBootDeps): Handlers<PasswordCalls> {
  const { db, clock, secretKey } = deps;
  const box = createSecretBox(secretKey);

  /** The code of a unit's password, computed anew. */
  async function codeOf(
    tenant: CompanyTenant,
    transaction: DbOrTransaction,
    { unit_number }: Pick<UnitRow, 'unit_number'>,
    { day, attempt, counter, key_version }: Pick<PasswordRow, 'day' | 'attempt' | 'counter' | 'key_version'>,
  ): Promise<string> {
    const key = await keyOf(tenant, transaction, box, unit_number, key_version);
    return counter === null
      ? bootPassword(key, unit_number, day.replaceAll('-', ''), attempt)
      : bootPassword(key, unit_number, counterAt(counter), 0);
  }

  /** The next counter of a controller without a clock. @throws Refusal `issuedBefore`, `tooFarAhead` */
  async function nextCounter(
    tenant: CompanyTenant,
    transaction: DbOrTransaction,
    { unit_number }: Pick<UnitRow, 'unit_number'>,
    version: number,
    today: string,
  ): Promise<number> {
    const open = await openPasswords(tenant, transaction, unit_number, firstDayTaken(today));
    if (open.length > 0) throw new Refusal(remoteBootErrors.issuedBefore);
    const { issued, used } = await countersOf(tenant, transaction, unit_number, version);
    if (issued >= used + counterWindow) throw new Refusal(remoteBootErrors.tooFarAhead);
    return issued + 1;
  }

  return {
    async getBootPasswordPage({ caller }, { body }) {
      const { rows, total } = await pagePasswords(
        caller.tenant,
        db,
        { text: body.Text, unitIds: body.UnitIdList },
        rowRange(body),
      );
      return { Data: rows.map((row) => presentPassword(row, clock.now())), TotalCount: total };
    },

    async issueBootPassword(context, { body }) {
      const { caller } = context;
      const { tenant, userId } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const unit = await needUnit(caller, write, body.UnitId);
        if (unit.state !== 'released') throw new Refusal(remoteBootErrors.notReleased);
        const day = dayOf(unit, clock.now());
        const today = await passwordsOfDay(tenant, transaction, unit.unit_number, day);
        if (today.some(({ is_open }) => is_open)) throw new Refusal(remoteBootErrors.issuedToday);
        const attempt = today.length;
        if (attempt >= maxPasswordsADay) throw new Refusal(remoteBootErrors.tooManyToday);
        const version = (await shownKeyOf(tenant, transaction, unit.unit_number))?.version ?? 1;
        const counter = unit.has_no_clock ? await nextCounter(tenant, transaction, unit, version, day) : null;
        const code = await codeOf(tenant, transaction, unit, { day, attempt, counter, key_version: version });
        const at = new Date(clock.now());
        const id = await insertPassword(tenant, transaction, { unit, day, attempt, counter, version, userId, at });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: { kind: 'bootPassword', id, name: unit.name },
          after: { unitNumber: unit.unit_number, passwordDay: day },
        });
        tellBoot(deps, write, tenant.companyId);
        return { Code: code, Day: day, Attempt: attempt, Counter: counter };
      });
    },

    async revealBootPassword(context, { body }) {
      const { caller, address } = context;
      const { tenant } = caller;
      return inOneWrite(deps, context, async (write) => {
        const { transaction } = write;
        const unit = await needUnit(caller, write, body.UnitId);
        if (unit.submitted_by !== tenant.userId) throw new Refusal(remoteBootErrors.notInstaller);
        const password = unit.state === 'released' ? await lockLastOpen(tenant, transaction, unit.id) : null;
        if (!password || !isTakenOn(password, dayOf(unit, clock.now())))
          throw new Refusal(remoteBootErrors.nothingToShow);
        if (password.shown_at !== null)
          throw new Refusal(remoteBootErrors.passwordShown, {
            when: localOfEpoch(password.shown_at.getTime(), unit.time_zone).slice(0, 16).replace('T', ' '),
            name: password.shown_name ?? '',
          });
        const at = new Date(clock.now());
        const userName = await nameOfUser(tenant, transaction, tenant.userId);
        await noteShownPassword(tenant, transaction, password.id, {
          ...{ shown_name: userName, shown_at: at, shown_address: address },
        });
        await insertBootEvent(tenant, transaction, { unitId: unit.id, kind: 'passwordShown', at, userName });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: { kind: 'bootPassword', id: password.id, name: unit.name },
          after: { unitNumber: unit.unit_number, passwordDay: password.day },
        });
        tellBoot(deps, write, tenant.companyId);
        const { day, attempt, counter } = password;
        const code = await codeOf(tenant, transaction, unit, password);
        return { Code: code, Day: day, Attempt: attempt, Counter: counter };
      });
    },

    async revokeBootPassword(context, { body }) {
      const { caller } = context;
      const { tenant, userId } = caller;
      return inOneWrite(deps, context, async (write) => {
        const password = await lockPassword(tenant, write.transaction, body.PasswordId);
        if (!password) throw new Refusal(commonErrors.notFound);
        if (password.revoked_at !== null || password.used_at !== null) throw new Refusal(remoteBootErrors.notIssued);
        const at = new Date(clock.now());
        await revokePasswords(tenant, write.transaction, [password.id], { userId, at, reason: body.Reason });
        write.log({
          companyId: tenant.companyId,
          subject: { kind: 'bootPassword', id: password.id, name: password.unit_name },
          before: { passwordDay: password.day },
          after: { reason: body.Reason },
        });
        tellBoot(deps, write, tenant.companyId);
        return null;
      });
    },
  };
}
