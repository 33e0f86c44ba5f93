import { ReloadOutlined } from '@ant-design/icons';
import type { InboxMessage } from '@watchpost/contract';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useCall } from '../lib/useCall.ts';
import { PageTitle } from '../ui/index.ts';
import {
  choiceFilter,
  defineList,
  type ListColumn,
  ListPage,
  pagingOf,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import './installation.css';
import { text } from './text.ts';

/** While the page is open: a code was asked for a moment ago. */
const refreshMs = 5_000;

const inboxList = defineList({
  name: 'installation.inbox',
  filters: {
    text: textFilter({ label: { zh: '搜索接收人或内容', en: 'Search recipient or message' } }),
    channel: choiceFilter({
      label: text.channel,
      param: 'channel',
      options: [
        { value: 'sms', label: text.sms },
        { value: 'mail', label: text.mail },
      ],
    }),
  },
});

/** What would have been sent if a service for it were connected. */
export function InboxPage() {
  const t = useText(text);
  const dates = useDates();
  const list = useList(inboxList);
  const { text: wanted, channel } = list.query.filters;
  const page = useCall(
    'getInboxMessagePage',
    { body: { Text: wanted, Channel: channel, ...pagingOf(list.query) } },
    { ...whileWaiting, scope: 'company', refetchInterval: refreshMs },
  );
  const columns = useMemo<ListColumn<InboxMessage>[]>(
    () => [
      {
        key: 'sent',
        title: t.sentAt,
        width: 190,
        render: ({ SentEPOCH }) => <span className="tabular">{dates.dateTimeSeconds(SentEPOCH)}</span>,
      },
      { key: 'channel', title: t.channel, width: 90, render: ({ Channel }) => t[Channel] },
      { key: 'recipient', title: t.recipient, width: 200, onCard: 'heading', render: ({ Recipient }) => Recipient },
      {
        key: 'message',
        title: t.message,
        always: true,
        onCard: 'line',
        render: ({ Subject, Body }) => (
          <div className="inbox-message">
            {Subject ? <strong>{Subject}</strong> : null}
            <p>{Body}</p>
          </div>
        ),
      },
    ],
    [t, dates],
  );
  return (
    <div className="page">
      <PageTitle subtitle={t.inboxSubtitle} />
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.inbox}
        keyOf={({ MessageId }) => MessageId}
        nameOf={({ Recipient }) => t.messageTo(Recipient)}
        actions={
          <Button icon={<ReloadOutlined />} onClick={() => void page.refetch()}>
            {t.refresh}
          </Button>
        }
        empty={{ title: t.noMessages, hint: t.noMessagesHint }}
      />
    </div>
  );
}
