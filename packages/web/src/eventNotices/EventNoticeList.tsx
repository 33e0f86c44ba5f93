import { type EventNoticeRow, eventSystemNames, eventSystems, eventTypes } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { DeleteDialog, useDialog } from '../ui/form/index.ts';
import { useNotify, useSave } from '../ui/index.ts';
import {
  choiceFilter,
  choicesFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { text } from './text.ts';
import { callsAboutNotices } from './useNoticesChanged.ts';

const noticeList = defineList({
  name: 'eventNotices',
  filters: {
    text: textFilter({ label: text.searchNotice }),
    systems: choicesFilter({
      label: text.system,
      param: 'system',
      options: eventSystemNames.map((value) => ({ value, label: eventSystems[value] })),
    }),
    enabled: choiceFilter({
      label: text.state,
      param: 'state',
      options: [
        { value: 'on', label: text.on },
        { value: 'off', label: text.off },
      ],
    }),
  },
});

/** Who is told of which events of a project. */
export function EventNoticeList({ projectId }: { projectId: number }) {
  const t = useText(text);
  const navigate = useNavigate();
  const notify = useNotify();
  const mayEdit = useMay('alarmStrategyEdit');
  const save = useSave(callsAboutNotices);
  const dialog = useDialog();
  const list = useList(noticeList);
  const { text: words, systems, enabled } = list.query.filters;
  const page = useCall(
    'getEventNoticePage',
    {
      body: {
        ProjectId: projectId,
        Text: words,
        SystemTypeList: systems,
        Enabled: enabled === undefined ? undefined : enabled === 'on',
        ...pagingOf(list.query),
      },
    },
    whileWaiting,
  );
  const columns = useColumns();
  const edit = ({ NoticeId }: EventNoticeRow) => void navigate(links.eventNotice(NoticeId, projectId));
  const turn = ({ NoticeId, Enabled }: EventNoticeRow) =>
    save('addOrUpdateEventNotice', { body: { ProjectId: projectId, NoticeId, Enabled: !Enabled } }, t.saved).catch(
      notify.failure,
    );
  const remove = (rows: readonly EventNoticeRow[], clear?: () => void) =>
    dialog.open(
      <DeleteDialog
        title={t.deleteTitle(rows.length)}
        call="deleteEventNotice"
        input={{ body: { ProjectId: projectId, NoticeIdList: rows.map(({ NoticeId }) => NoticeId) } }}
        said={t.deleted}
        asks={callsAboutNotices}
        onDone={clear}
        onClose={dialog.close}
      >
        {t.deleteHint}
      </DeleteDialog>,
    );
  const add = mayEdit ? (
    <Button type="primary" onClick={() => void navigate(links.newEventNotice)}>
      {t.add}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.notices}
        keyOf={(row: EventNoticeRow) => row.NoticeId}
        nameOf={(row) => row.NoticeName}
        options={{}}
        onOpen={edit}
        rowActions={(row) => [
          { key: 'edit', label: mayEdit ? t.edit : t.open, inline: true, run: () => edit(row) },
          ...(mayEdit
            ? [
                { key: 'switch', label: row.Enabled ? t.doOff : t.doOn, run: () => void turn(row) },
                { key: 'delete', label: t.delete, danger: true, run: () => remove([row]) },
              ]
            : []),
        ]}
        selectable={() => mayEdit}
        batch={(picked, clear) => (
          <Button danger onClick={() => remove(picked, clear)}>
            {t.delete}
          </Button>
        )}
        actions={add}
        empty={{ title: t.noNotices, hint: t.noNoticesHint, action: add }}
      />
      {dialog.shown}
    </>
  );
}

function useColumns(): readonly ListColumn<EventNoticeRow>[] {
  const t = useText(text);
  const inWords = useBilingual();
  return useMemo(() => {
    const comma = inWords({ zh: '、', en: ', ' });
    return [
      {
        key: 'name',
        title: t.name,
        width: 200,
        always: true,
        onCard: 'heading',
        render: (row) => <b>{row.NoticeName}</b>,
      },
      { key: 'system', title: t.system, width: 150, render: (row) => inWords(eventSystems[row.SystemType]) },
      {
        key: 'types',
        title: t.type,
        width: 260,
        render: (row) => row.EventTypeList.map((type) => inWords(eventTypes[type])).join(comma),
      },
      { key: 'state', title: t.state, width: 90, render: (row) => (row.Enabled ? t.on : t.off) },
      { key: 'count', title: t.notified, width: 110, align: 'right', render: (row) => row.NotifiedCount },
      {
        key: 'people',
        title: t.person,
        width: 160,
        ellipsis: true,
        render: (row) => row.PersonList.map(({ UserName }) => UserName).join(comma),
      },
    ];
  }, [t, inWords]);
}
