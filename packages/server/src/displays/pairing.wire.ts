import { randomBytes } from 'node:crypto';
import { type displayCalls, displayErrors } from '@watchpost/contract';
import { system } from '../access/index.ts';
import type { Handlers } from '../handlers.ts';
import { inOneWrite, type OneWrite } from '../logs/index.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { randomCode } from '../platform/randomCode.ts';
import { codeText, type DisplayDeps, hashOf, needProjects, needScreen, needWholeSight, tellLists } from './common.ts';
import {
  confirmPairing,
  findPairing,
  insertDisplay,
  insertPairing,
  lockPairing,
  setFirstToken,
} from './displays.store.ts';
import { lockScreens } from './screens.store.ts';
import { displayInLog, valuesOfDisplay } from './wallList.wire.ts';

/** How long a code is shown. */
const pairingMs = 10 * 60_000;
/** How long a wall may take to notice that somebody confirmed its code. */
const takenWithinMs = 5 * 60_000;

/** From the code that a browser shows to a token of its own. */
export function pairingHandlers(
  deps: DisplayDeps,
): Pick<Handlers<typeof displayCalls>, 'pairDisplay' | 'beginPairing' | 'takePairing'> {
  const { db, clock, tokens } = deps;
  const tell = (write: OneWrite, companyId: number): void => tellLists(deps, write, companyId);

  return {
    pairDisplay: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const { transaction } = write;
        const at = new Date(clock.now());
        needProjects(caller, [body.ProjectId]);
        if (body.FromHour >= body.UntilHour) throw new Refusal(displayErrors.hoursReversed);
        await lockScreens(tenant, transaction);
        const screen = await needScreen(caller, write, body.ScreenId);
        needWholeSight(caller, screen);
        const pairing = await lockPairing(tenant, transaction, tokens.keyedHash(codeText(body.Code)), at);
        if (!pairing) throw new Refusal(displayErrors.wrongCode);
        const { Code: _, ...display } = body;
        const id = await insertDisplay(
          tenant,
          transaction,
          // The wall gets its token when it asks; until then nobody holds one.
          {
            ...valuesOfDisplay(display),
            token_hash: hashOf(randomBytes(32).toString('base64url')),
            paired_by: caller.userId,
          },
          at,
        );
        await confirmPairing(tenant, transaction, pairing.secret_hash, id, new Date(at.getTime() + takenWithinMs));
        write.log({
          companyId: tenant.companyId,
          projectId: body.ProjectId,
          subject: { kind: 'display', id, name: body.Name },
          after: displayInLog(display, screen.name),
        });
        tell(write, tenant.companyId);
        return { DisplayId: id };
      }),

    async beginPairing() {
      const at = new Date(clock.now());
      const expires = new Date(at.getTime() + pairingMs);
      const code = randomCode(8);
      const secret = randomBytes(32).toString('base64url');
      await insertPairing(
        system,
        db,
        { secret_hash: hashOf(secret), code_hash: tokens.keyedHash(codeText(code)), expires_at: expires },
        at,
      );
      return { Code: code, Secret: secret, ExpiresEpoch: expires.getTime() };
    },

    async takePairing(_context, { body }) {
      const pairing = await findPairing(system, db, hashOf(body.Secret), new Date(clock.now()));
      if (!pairing) throw new Refusal(displayErrors.pairingOver);
      if (pairing.display_id === null) return { Token: null };
      // Asked twice, as after a lost answer, it is the same token: only who knows the secret can make it.
      const token = tokens.keyedHash(`wall:${pairing.display_id}:${body.Secret}`).toString('base64url');
      await setFirstToken(system, db, pairing.display_id, hashOf(token));
      return { Token: token };
    },
  };
}
