import { type AllCalls, type CallInput, type PushLogRow, pushKinds, pushTypes } from '@watchpost/contract';
import { Grid, Modal, Select, Table, type TableColumnsType, Tabs } from 'antd';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { type FoldedFilter, FoldedFilters } from '../ui/filters/index.ts';
import { EmptyState, ErrorState } from '../ui/index.ts';
import { whileWaiting } from '../ui/list/index.ts';
import './notifications.css';
import { SendStateTag } from './SendStateTag.tsx';
import { text } from './text.ts';
import { useThrottled } from './useThrottled.ts';

export interface HistoryOfAlarm {
  readonly alarmId: number;
  readonly projectId: number;
  readonly name: string;
}

/** What each tab asks, and how often at most. Spec §9. */
const tabs = {
  app: { page: 'getAppPushLogPage', people: 'getAppPushLogUserDropdownList', everyMs: 400 },
  sms: { page: 'getSmsPushLogPage', people: 'getSmsPushLogUserDropdownList', everyMs: 1_000 },
  call: { page: 'getCallPushLogPage', people: 'getCallPushLogUserDropdownList', everyMs: 1_000 },
} as const;
type TabName = keyof typeof tabs;

const pageSizes = [10, 20, 50, 100];
const kindNames = ['trigger', 'repeat', 'escalation', 'clear', 'ended', 'offline'] as const;

/** The dialog itself; in a chunk of its own. See `MessageHistoryDialog`. */
export function MessageHistory({
  alarm,
  open,
  onClose,
  onClosed,
}: {
  alarm: HistoryOfAlarm;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const t = useText(text);
  const [tab, setTab] = useState<TabName>('app');
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={onClosed}
      width={1000}
      style={{ top: 40 }}
      footer={null}
      title={t.historyOf(alarm.name)}
    >
      <Tabs
        activeKey={tab}
        onChange={(key) => setTab(key as TabName)}
        destroyOnHidden
        items={(Object.keys(tabs) as TabName[]).map((key) => ({
          key,
          label: t[key],
          children: <MessageTab alarm={alarm} tab={key} />,
        }))}
      />
    </Modal>
  );
}

type Filter = Omit<CallInput<AllCalls['exportSmsPushInfoList']>['body'], 'AlarmId' | 'ProjectId'>;

function MessageTab({ alarm, tab }: { alarm: HistoryOfAlarm; tab: TabName }) {
  const t = useText(text);
  const inWords = useBilingual();
  const { page: pageCall, people: peopleCall, everyMs } = tabs[tab];
  const [filter, setFilter] = useState<Filter>({});
  const [paging, setPaging] = useState({ PageIndex: 1, PageSize: 10 });
  const asked = useMemo(() => ({ AlarmId: alarm.alarmId, ProjectId: alarm.projectId }), [alarm]);
  const wanted = useMemo(() => ({ ...asked, ...filter, ...paging }), [asked, filter, paging]);
  const body = useThrottled(wanted, everyMs);
  const page = useCall(pageCall, { body }, { scope: 'company', ...whileWaiting });
  const people = useCall(peopleCall, { body: asked }, { scope: 'company' }).data ?? [];
  const columns = useColumns(tab);
  const change = (part: Filter) => {
    setFilter((before) => ({ ...before, ...part }));
    setPaging((before) => ({ ...before, PageIndex: 1 }));
  };
  /** One of the selects, and what its chip says. */
  const choice = (
    key: keyof Filter,
    label: string,
    options: readonly { value: number | boolean; label: string }[],
    several: boolean,
  ): FoldedFilter => {
    const value = filter[key];
    const words = options.filter((option) => [value].flat().some((each) => each === option.value));
    return {
      name: key,
      field: (
        <Select
          key={key}
          className="message-choice"
          {...(several ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
          allowClear
          aria-label={label}
          placeholder={label}
          showSearch={several && { optionFilterProp: 'label' }}
          options={[...options]}
          value={value as never}
          onChange={(next: unknown) => change({ [key]: Array.isArray(next) && next.length === 0 ? undefined : next })}
        />
      ),
      words:
        value === undefined
          ? null
          : t.chosen(
              label,
              words.map((option) => option.label),
            ),
      onClear: () => change({ [key]: undefined }),
    };
  };
  const yesNo = (label: string, yes: string, no: string, key: 'SendStatus' | 'ReceiptStatus' | 'IsRead') =>
    choice(
      key,
      label,
      [
        { value: true, label: yes },
        { value: false, label: no },
      ],
      false,
    );
  return (
    <>
      <FoldedFilters
        className="message-filter"
        folded={[
          choice(
            'UserIdList',
            t.people,
            people.map(({ Key, Value }) => ({ value: Key, label: Value })),
            true,
          ),
          // Popups say the end of an alarm themselves.
          choice(
            'PushTypeList',
            t.kind,
            pushKinds
              .map((kind, value) => ({ value, label: inWords(kind) }))
              .filter(({ value }) => tab !== 'app' || value !== pushTypes.ended),
            true,
          ),
          yesNo(t.sendState, t.sent, t.notSent, 'SendStatus'),
          tab === 'app'
            ? yesNo(t.readState, t.read, t.unread, 'IsRead')
            : yesNo(t.receiptState, t.received, t.notReceived, 'ReceiptStatus'),
        ]}
      />
      {page.isError ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : (
        <Table<PushLogRow>
          size="small"
          className="tabular"
          rowKey="PushLogId"
          columns={columns}
          showHeader={columns.length > 1}
          dataSource={page.data?.Data ?? []}
          loading={page.isPending || page.isPlaceholderData}
          {...(columns.length > 1 ? { scroll: { x: 'max-content' } } : {})}
          locale={{ emptyText: <EmptyState title={t.noMessages} /> }}
          pagination={{
            current: paging.PageIndex,
            pageSize: paging.PageSize,
            total: page.data?.TotalCount ?? 0,
            pageSizeOptions: pageSizes,
            showSizeChanger: true,
            showTotal: t.total,
            onChange: (PageIndex, PageSize) =>
              setPaging({ PageIndex: PageSize === paging.PageSize ? PageIndex : 1, PageSize }),
          }}
        />
      )}
    </>
  );
}

/** On a phone what a table has in columns stands one under the other. */
function useColumns(tab: TabName): TableColumnsType<PushLogRow> {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const isWide = Grid.useBreakpoint().md !== false;
  return useMemo(() => {
    const time = (epoch: number | null) => (epoch === null ? dash : dates.dateTimeSeconds(epoch));
    const kind = ({ PushType }: PushLogRow) => {
      const type = PushType in pushKinds ? PushType : 0;
      return <span className={`message-kind message-kind-${kindNames[type]}`}>{inWords(pushKinds[type]!)}</span>;
    };
    const state = ({ State, StateName }: PushLogRow) => (
      <SendStateTag state={State} name={State === 'sent' && tab === 'app' ? t.unread : StateName} />
    );
    const explain = ({ Explain, Content, Attempts }: PushLogRow) => (
      <span className="message-explain" title={Content}>
        {[Explain || (Attempts > 1 ? '' : dash), ...(Attempts > 1 ? [t.tries(Attempts)] : [])]
          .filter(Boolean)
          .join(' · ')}
      </span>
    );
    const all: (TableColumnsType<PushLogRow>[number] & { readonly of: (row: PushLogRow) => ReactNode })[] = [
      { key: 'name', title: t.name, of: ({ UserName }) => UserName },
      { key: 'mobile', title: t.mobile, of: ({ Mobile }) => Mobile ?? dash },
      { key: 'kind', title: t.kind, of: kind },
      { key: 'sent', title: t.sendTime, of: ({ SendTime }) => time(SendTime) },
      ...(tab === 'app'
        ? []
        : [{ key: 'receipt', title: t.receiptTime, of: ({ ReceiptTime }: PushLogRow) => time(ReceiptTime) }]),
      { key: 'state', title: t.state, of: state },
      { key: 'explain', title: t.explain, of: explain },
    ];
    if (isWide) return all.map(({ of, ...column }) => ({ ...column, render: (_, row) => of(row) }));
    return [
      {
        key: 'all',
        render: (_, row) => (
          <dl className="message-rows">
            {all.map(({ key, title, of }) => (
              <Fragment key={key}>
                <dt>{title as string}</dt>
                <dd>{of(row)}</dd>
              </Fragment>
            ))}
          </dl>
        ),
      },
    ];
  }, [t, inWords, dates, tab, isWide]);
}
