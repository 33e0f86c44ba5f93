import type { AnyExporter, Exporter, ExportQuestion } from '../../downloads/index.ts';
import { readerOf } from '../alarmStaff.ts';
import { alarmQuestion } from './alarmQuestion.wire.ts';
import { type AlarmInSheet, alarmColumns, hiddenAlarmColumns } from './alarmSheet.ts';
import type { ListDeps } from './handlers.ts';
import { viewOf } from './handlers.ts';
import { type AlarmView, alarmsInOrder, countAlarms, idsOfAlarms } from './lists.store.ts';

const rowsAtOnce = 1_000;

type Kind = 'alarmHistory' | 'alarms' | 'confirmedAlarms' | 'hiddenAlarms' | 'pendingAlarms';
type Body = Parameters<typeof alarmQuestion>[3];

/** A list of alarms as a file, with every column. */
function alarmExporter<K extends Kind>(
  deps: ListDeps,
  kind: K,
  view: (query: { status?: 0 | 1 } | undefined) => AlarmView,
): Exporter<K, AlarmInSheet> {
  type Question = ExportQuestion<{ query?: { status?: 0 | 1 }; body: Body }>;
  const questionOf = ({ caller, input }: Question) => alarmQuestion(deps, caller, view(input.query), input.body);
  return {
    kind,
    columns: kind === 'hiddenAlarms' ? hiddenAlarmColumns : alarmColumns,
    async count(question) {
      const asked = question as unknown as Question;
      return countAlarms(asked.caller.tenant, deps.db, (await questionOf(asked)).filter);
    },
    async *rows(question) {
      const asked = question as unknown as Question;
      const { caller, language } = asked;
      const { filter, order } = await questionOf(asked);
      const reader = readerOf(caller, language);
      const ids = await idsOfAlarms(caller.tenant, deps.db, filter, order);
      for (let from = 0; from < ids.length; from += rowsAtOnce) {
        const rows = await alarmsInOrder(caller.tenant, deps.db, ids.slice(from, from + rowsAtOnce));
        for (const row of rows)
          yield { ...row, managesAlarms: reader(row.project_id).managesAlarms, nowMs: filter.now.getTime() };
      }
    },
  };
}

export const alarmExporters = (deps: ListDeps): AnyExporter[] => [
  alarmExporter(deps, 'alarmHistory', () => 'past'),
  alarmExporter(deps, 'alarms', viewOf),
  alarmExporter(deps, 'confirmedAlarms', () => 'confirmed'),
  alarmExporter(deps, 'hiddenAlarms', () => 'hidden'),
  alarmExporter(deps, 'pendingAlarms', () => 'pending'),
];
