import { type AllCalls, type CallData, type remoteBootCalls, remoteBootErrors } from '@watchpost/contract';
import { zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite, type OneWrite } from '../../logs/index.ts';
import { nameOfUser } from '../../people/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createSecretBox } from '../../platform/secretBox.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { insertBootEvent } from '../boot/boot.store.ts';
import { type RemoteBootDeps, tellBoot } from '../deps.ts';
import { openPasswords, revokePasswords } from '../passwords/password.store.ts';
import { dayOf, firstDayTaken } from '../units/dayOf.ts';
import { needUnit, unitSubject } from '../units/needUnits.ts';
import type { UnitRow } from '../units/unit.store.ts';
import { noteShownKey, shownKeyOf } from './key.store.ts';
import { keyOf } from './keyOf.ts';

type KeyCalls = Pick<typeof remoteBootCalls, 'showUnitKey' | 'renewUnitKey'>;
type Context = Parameters<Handlers<KeyCalls>['showUnitKey']>[0];

/** Keys of units, each shown once: to the person who puts it into the controller. */
export function keyHandlers(deps: RemoteBootDeps): Handlers<KeyCalls> {
  const { clock, secretKey } = deps;
  const box = createSecretBox(secretKey);

  /** Shows a version of a unit's key, and writes down to whom. */
  async function show(
    { caller: { tenant } }: Context,
    write: OneWrite,
    unit: UnitRow,
    version: number,
    { kind, reason }: { kind: 'keyShown' | 'keyRenewed'; reason: string },
  ): Promise<CallData<AllCalls['showUnitKey']>> {
    const { transaction } = write;
    const at = new Date(clock.now());
    const userName = await nameOfUser(tenant, transaction, tenant.userId);
    await noteShownKey(tenant, transaction, unit.unit_number, { version, shown_at: at, shown_name: userName });
    await insertBootEvent(tenant, transaction, { unitId: unit.id, kind, at, userName, zh: reason, en: reason });
    write.log({
      companyId: tenant.companyId,
      projectId: unit.project_id,
      subject: unitSubject(unit),
      after: { unitNumber: unit.unit_number, keyVersion: version, ...(reason !== '' && { reason }) },
    });
    tellBoot(deps, write, tenant.companyId);
    const key = await keyOf(tenant, transaction, box, unit.unit_number, version);
    return { UnitNumber: unit.unit_number, Version: version, Key: key.toString('hex') };
  }

  return {
    showUnitKey: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const unit = await needUnit(caller, write, body.UnitId);
        const shown = await shownKeyOf(caller.tenant, write.transaction, unit.unit_number);
        if (shown) {
          const when = localOfEpoch(shown.shown_at.getTime(), await zoneOf(caller.tenant, write.transaction));
          throw new Refusal(remoteBootErrors.keyShown, {
            when: when.slice(0, 16).replace('T', ' '),
            name: shown.shown_name,
          });
        }
        return show(context, write, unit, 1, { kind: 'keyShown', reason: '' });
      }),

    renewUnitKey: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant, userId } = context.caller;
        const { transaction } = write;
        const unit = await needUnit(context.caller, write, body.UnitId);
        const shown = await shownKeyOf(tenant, transaction, unit.unit_number);
        // Codes of the old key are none of the new one.
        const open = await openPasswords(
          tenant,
          transaction,
          unit.unit_number,
          firstDayTaken(dayOf(unit, clock.now())),
        );
        const revocation = { userId, at: new Date(clock.now()), reason: body.Reason };
        await revokePasswords(tenant, transaction, open, revocation);
        return show(context, write, unit, (shown?.version ?? 1) + 1, { kind: 'keyRenewed', reason: body.Reason });
      }),
  };
}
