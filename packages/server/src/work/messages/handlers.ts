import type { workMessageCalls } from '@watchpost/contract';
import type { Handlers } from '../../handlers.ts';
import type { Db } from '../../platform/db/database.ts';
import { rowRange } from '../../platform/http/rowRange.wire.ts';
import { inLanguage } from '../../platform/inLanguage.ts';
import { pageWorkMessages } from './message.store.ts';

export const workMessageHandlers = ({ db }: { readonly db: Db }): Handlers<typeof workMessageCalls> => ({
  async getWorkMessagePage({ caller, language }, { body }) {
    const { rows, total } = await pageWorkMessages(caller.tenant, db, rowRange(body));
    return {
      Data: rows.map((row) => ({
        MessageId: row.id,
        Subject: row.subject_kind,
        SubjectId: row.subject_id,
        ProjectId: row.project_id,
        ProjectName: row.project_name === null ? '' : inLanguage(row.project_name, row.project_name_en, language),
        Content: language === 'zh' ? row.text_zh : row.text_en,
        Epoch: row.at.getTime(),
      })),
      TotalCount: total,
    };
  },
});
