import { commonErrors, maxPasswordsADay, type remoteBootCalls, remoteBootErrors } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { bootPassword } from '../bootPassword.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { shownKeyOf } from '../keys/key.store.ts';
import { keyOf } from '../keys/keyOf.ts';
import { presentPassword } from '../present.ts';
import { dayOf } from '../units/dayOf.ts';
import { needUnit } from '../units/needUnits.ts';
import { insertPassword, lockPassword, pagePasswords, passwordsOfDay, revokePasswords } from './password.store.ts';

type PasswordCalls = Pick<typeof remoteBootCalls, 'getBootPasswordPage' | 'issueBootPassword' | 'revokeBootPassword'>;

export function passwordHandlers(deps: RemoteBootDeps): Handlers<PasswordCalls> {
  const { db, clock, secretKey } = deps;
  const box = createSecretBox(secretKey);
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
        const key = await keyOf(tenant, transaction, box, unit.unit_number, version);
        const code = bootPassword(key, unit.unit_number, day.replaceAll('-', ''), attempt);
        const at = new Date(clock.now());
        const id = await insertPassword(tenant, transaction, { unit, day, attempt, userId, at });
        write.log({
          companyId: tenant.companyId,
          projectId: unit.project_id,
          subject: { kind: 'bootPassword', id, name: unit.name },
          after: { unitNumber: unit.unit_number, passwordDay: day },
        });
        tellBoot(deps, write, tenant.companyId);
        return { Code: code, Day: day, Attempt: attempt };
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
