import {
  type AllCalls,
  commonErrors,
  type DisplayRow,
  darkAfterMs,
  type displayCalls,
  displayErrors,
  type ParsedInput,
} from '@watchpost/contract';
import type { Handlers } from '../handlers.ts';
import { differing, inOneWrite, logged, type OneWrite } from '../logs/index.ts';
import { given } from '../platform/given.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { inLanguage } from '../platform/inLanguage.ts';
import { type DisplayDeps, needProjects, needScreen, needWholeSight, tellLists } from './common.ts';
import { type DisplayListRow, displaysOf, revokeDisplays, updateDisplay } from './displays.store.ts';
import { lockScreens } from './screens.store.ts';

export type DisplayBody = Omit<ParsedInput<AllCalls['pairDisplay']>['body'], 'Code'>;
export const displayInLog = (body: DisplayBody, screenName: string) => ({
  name: body.Name,
  screenShown: screenName,
  displayPlace: body.ProjectId,
  displayLanguage: body.Language,
  displaySound: body.Sound,
  displayHours: `${body.FromHour}:00–${body.UntilHour}:00`,
});
export const valuesOfDisplay = (body: DisplayBody) => ({
  data_screen_id: body.ScreenId,
  project_id: body.ProjectId,
  name: body.Name,
  language: body.Language,
  sound: body.Sound,
  from_hour: body.FromHour,
  until_hour: body.UntilHour,
});

function stateOf(row: DisplayListRow, now: number): DisplayRow['State'] {
  if (row.revoked_at) return 'revoked';
  if (row.is_dark) return 'dark';
  return row.last_seen_at.getTime() < now - darkAfterMs ? 'off' : 'on';
}

/** Walls that are paired: a list, and what each shows. */
export function wallListHandlers(
  deps: DisplayDeps,
): Pick<Handlers<typeof displayCalls>, 'getDisplays' | 'editDisplay' | 'revokeDisplay'> {
  const { db, clock } = deps;
  const tell = (write: OneWrite, companyId: number): void => tellLists(deps, write, companyId);

  return {
    async getDisplays({ caller, language }) {
      const now = clock.now();
      const rows = await displaysOf(caller.tenant, db, new Date(now));
      return {
        DisplayList: rows.map(
          (row): DisplayRow => ({
            DisplayId: row.id,
            Name: row.name,
            ScreenId: row.screen_id,
            ScreenName: row.screen_name,
            ProjectId: row.project_id,
            ProjectName: inLanguage(row.project_name, row.project_name_en, language),
            Language: row.language,
            Sound: row.sound,
            FromHour: row.from_hour,
            UntilHour: row.until_hour,
            State: stateOf(row, now),
            LastSeenEpoch: row.last_seen_at.getTime(),
            PairedByName: row.paired_name,
            PairedEpoch: row.paired_at.getTime(),
          }),
        ),
      };
    },

    editDisplay: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { caller } = context;
        const { tenant } = caller;
        const { transaction } = write;
        await lockScreens(tenant, transaction);
        const [row] = await displaysOf(tenant, transaction, new Date(clock.now()), [body.DisplayId]);
        if (!row || row.revoked_at) throw new Refusal(commonErrors.notFound);
        const present: DisplayBody = {
          Name: row.name,
          ScreenId: row.screen_id,
          ProjectId: row.project_id,
          Language: row.language,
          Sound: row.sound,
          FromHour: row.from_hour,
          UntilHour: row.until_hour,
        };
        const { DisplayId: _, ...sent } = body;
        const whole: DisplayBody = {
          ...present,
          ...given(sent),
        };
        needProjects(caller, [whole.ProjectId]);
        if (whole.FromHour >= whole.UntilHour) throw new Refusal(displayErrors.hoursReversed);
        const screen = await needScreen(caller, write, whole.ScreenId);
        if (whole.ScreenId !== row.screen_id) needWholeSight(caller, screen);
        const before = displayInLog(present, row.screen_name);
        const change = differing(before, displayInLog(whole, screen.name));
        if (Object.keys(change).length === 0) {
          write.unchanged();
          return null;
        }
        await updateDisplay(tenant, transaction, row.id, valuesOfDisplay(whole));
        write.log({
          companyId: tenant.companyId,
          projectId: whole.ProjectId,
          subject: { kind: 'display', id: row.id, name: whole.Name },
          ...logged(before, change),
        });
        tell(write, tenant.companyId);
        return null;
      }),

    revokeDisplay: (context, { body }) =>
      inOneWrite(deps, context, async (write) => {
        const { tenant } = context.caller;
        const ids = [...new Set(body.DisplayIdList)];
        await lockScreens(tenant, write.transaction);
        const rows = await displaysOf(tenant, write.transaction, new Date(clock.now()), ids);
        if (rows.length < ids.length) throw new Refusal(commonErrors.notFound);
        const live = rows.filter(({ revoked_at }) => revoked_at === null);
        if (live.length === 0) {
          write.unchanged();
          return null;
        }
        await revokeDisplays(tenant, write.transaction, ids, new Date(clock.now()));
        for (const row of live)
          write.log({
            companyId: tenant.companyId,
            projectId: row.project_id,
            subject: { kind: 'display', id: row.id, name: row.name },
            before: { screenShown: row.screen_name },
          });
        tell(write, tenant.companyId);
        return null;
      }),
  };
}
