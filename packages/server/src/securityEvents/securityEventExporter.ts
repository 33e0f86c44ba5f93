import { securityEventKinds } from '@watchpost/contract';
import type { Exporter } from '../downloads/index.ts';
import type { Db } from '../platform/db/database.ts';
import { securityEventQuestion } from './handlers.ts';
import { subjectInWords } from './present.ts';
import { countEvents, listEvents, type SecurityEventFacts } from './store.ts';

const rowsAtOnce = 1_000;

export const securityEventExporter = ({ db }: { db: Db }): Exporter<'securityEvents', SecurityEventFacts> => ({
  kind: 'securityEvents',
  columns: [
    { header: { zh: '首次', en: 'First' }, type: 'date', value: ({ first_at }) => first_at.getTime() },
    { header: { zh: '末次', en: 'Last' }, type: 'date', value: ({ last_at }) => last_at.getTime() },
    {
      header: { zh: '事件', en: 'Event' },
      type: 'text',
      width: 24,
      value: ({ kind }, language) => securityEventKinds[kind][language],
    },
    { header: { zh: '次数', en: 'Times' }, type: 'number', value: ({ count }) => count },
    {
      header: { zh: '账号', en: 'Account' },
      type: 'text',
      width: 20,
      value: ({ user_name, account }) => user_name || account || null,
    },
    {
      header: { zh: '对象', en: 'Subject' },
      type: 'text',
      width: 36,
      value: ({ subject }, language) => subjectInWords(subject, language) || null,
    },
    { header: { zh: '来源网络', en: 'Network' }, type: 'text', width: 24, value: ({ network }) => network || null },
    { header: { zh: '客户端', en: 'Client' }, type: 'text', width: 40, value: ({ user_agent }) => user_agent || null },
  ],

  async count({ caller, input }) {
    return countEvents(caller.tenant, db, await securityEventQuestion(db, caller, input.body));
  },

  async *rows({ caller, input }) {
    const filter = await securityEventQuestion(db, caller, input.body);
    let beforeId = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = await listEvents(caller.tenant, db, filter, { limit: rowsAtOnce, beforeId });
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      beforeId = last.id;
    }
  },
});
