import { commonErrors, type Language, type writeCalls, writeOutcomes, writingErrors } from '@watchpost/contract';
import { mayWriteTo, system, zoneOf } from '../../access/index.ts';
import type { Handlers } from '../../handlers.ts';
import { inOneWrite } from '../../logs/index.ts';
import { fillText, Refusal } from '../../platform/http/refusal.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { endOfLocal, epochOfLocal } from '../../platform/zonedTime.ts';
import { showsLive } from '../../projects/index.ts';
import { boundsOf } from '../checkWrite.ts';
import { findPointsToWrite, pageWritablePoints, writableChoices } from '../points.store.ts';
import {
  outcomeInWords,
  presentChoices,
  presentPointToWrite,
  presentRecord,
  presentWritablePoint,
} from '../present.ts';
import { findRecord, lastRecordOf, recordsOfPoints } from '../records.store.ts';
import { moveReturn, returnsAhead } from '../returns.store.ts';
import { rightsOf, type WriteDeps } from '../rightsOf.ts';
import { writePoint } from './writePoint.ts';

const inWords = ({ entry, parameters }: Refusal, language: Language): string => fillText(entry, language, parameters);

export function writeHandlers(deps: WriteDeps): Handlers<typeof writeCalls> {
  const { db, clock, live, writing } = deps;
  const { commands } = writing.deps;
  return {
    async controlDown(context, { query }) {
      const { language } = context;
      const recordId = await writePoint(deps, context, {
        pointId: query.pointID,
        value: query.writeData,
        expected: query.expectedValue,
        returnMinutes: query.returnMinutes,
        reason: query.reason,
      });
      const record = await findRecord(system, db, recordId);
      if (!record) throw new Refusal(commonErrors.notFound);
      // A client that reads `Code` alone takes 200 for a value that the device holds. Spec §8.
      if (!writeOutcomes[record.outcome].success)
        context.sayUndone({ zh: outcomeInWords(record, 'zh'), en: outcomeInWords(record, 'en') });
      return presentRecord(record, language);
    },

    async getPointWrite({ caller, language }, { query }) {
      const writer = { tenant: caller.tenant, rights: rightsOf(caller) };
      const { point, blocked } = await writing.look(db, writer, query.pointID);
      if (!point) throw new Refusal(commonErrors.notFound);
      const other =
        point.interlock_point_id === null
          ? undefined
          : (await findPointsToWrite(caller.tenant, db, [point.interlock_point_id])).get(point.interlock_point_id);
      const isShown = await showsLive(system, db, point.project_id, clock.now());
      return presentPointToWrite(
        point,
        {
          live: isShown ? live.get(point.point_id) : null,
          now: clock.now(),
          bounds: boundsOf(point, commands),
          other,
          blocked: blocked && inWords(blocked, language),
          isConnected: commands.isConnected(point.gateway_id),
          returnAhead: (await returnsAhead(caller.tenant, db, [point.point_id])).get(point.point_id),
          lastWrite: await lastRecordOf(caller.tenant, db, point.point_id),
        },
        language,
      );
    },

    async getWritablePointPage({ caller, language }, { body }) {
      const filter = {
        rights: rightsOf(caller),
        projectIds: body.ProjectIdList,
        subsystemId: body.BigTypeId,
        deviceIds: body.MtidList,
        pointTypeIds: body.PointTypeIdList,
        text: body.Text,
      };
      const range = rowRange(body);
      const { rows, total } = await pageWritablePoints(caller.tenant, db, filter, range);
      const now = clock.now();
      const returns = await returnsAhead(
        caller.tenant,
        db,
        rows.map(({ point_id }) => point_id),
      );
      const shown = new Map<number, boolean>();
      for (const projectId of new Set(rows.map(({ project_id }) => project_id)))
        shown.set(projectId, await showsLive(system, db, projectId, now));
      return {
        Data: rows.map((point) =>
          presentWritablePoint(
            point,
            {
              live: shown.get(point.project_id) ? live.get(point.point_id) : null,
              now,
              bounds: boundsOf(point, commands),
              isConnected: commands.isConnected(point.gateway_id),
              returnAhead: returns.get(point.point_id),
            },
            language,
          ),
        ),
        TotalCount: total,
      };
    },

    async getWritablePointFilters({ caller, language }, { body }) {
      const choices = await writableChoices(caller.tenant, db, {
        rights: rightsOf(caller),
        projectIds: body.ProjectIdList,
        subsystemId: body.BigTypeId,
      });
      return {
        Projects: presentChoices(choices, 'project', language),
        Subsystems: presentChoices(choices, 'subsystem', language),
        Devices: presentChoices(choices, 'device', language),
        PointTypes: presentChoices(choices, 'type', language),
      };
    },

    async getWritesOfPoints({ caller, language }, { body }) {
      const timeZone = await zoneOf(caller.tenant, db, body.ProjectId);
      const from = epochOfLocal(body.StartTime, timeZone);
      const end = endOfLocal(body.EndTime, timeZone);
      if (from === null || end === null) return [];
      const rows = await recordsOfPoints(caller.tenant, db, {
        projectId: body.ProjectId,
        pointIds: body.PointIdList,
        from: new Date(from),
        // The store leaves its end out.
        until: new Date(end + 1),
      });
      return rows.map((row) => presentRecord(row, language));
    },

    async cancelPointReturn(context, { body }) {
      const { caller } = context;
      const record = await findRecord(caller.tenant, db, body.WriteId);
      if (!record) throw new Refusal(commonErrors.notFound);
      if (!mayWriteTo(rightsOf(caller), record.project_id, record.device_ids))
        throw new Refusal(writingErrors.readOnlyForYou);
      await inOneWrite(deps, context, async ({ transaction, log }) => {
        const moved = await moveReturn(caller.tenant, transaction, record.id, 'waiting', 'cancelled');
        if (!moved) throw new Refusal(writingErrors.returnOver);
        log({
          companyId: record.company_id,
          projectId: record.project_id,
          subject: {
            kind: 'point',
            id: record.point_id,
            name: [record.device_name, record.point_name].filter(Boolean).join(' · '),
          },
          before: { returnAt: record.return_at?.toISOString() ?? null },
          after: { returnAt: null },
        });
      });
      return null;
    },
  };
}
