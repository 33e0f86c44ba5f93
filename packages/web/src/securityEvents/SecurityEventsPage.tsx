import {
  type AllCalls,
  type CallInput,
  type SecurityEventKind,
  type SecurityEventRow,
  securityEventKinds,
} from '@watchpost/contract';
import { useMemo } from 'react';
import { useListExport } from '../downloads/index.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useLanguage } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useSession } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import {
  choicesFilter,
  defineList,
  type ListColumn,
  ListPage,
  type ListQuery,
  pagingOf,
  rangeFilter,
  textFilter,
  useList,
  whileWaiting,
} from '../ui/list/index.ts';
import { text } from './text.ts';

const filters = {
  text: textFilter({ label: text.search }),
  kinds: choicesFilter({
    label: text.event,
    param: 'kind',
    options: (Object.keys(securityEventKinds) as SecurityEventKind[]).map((value) => ({
      value,
      label: securityEventKinds[value],
    })),
  }),
  time: rangeFilter({ label: text.time, withTime: true }),
};
const securityEventList = defineList({ name: 'securityEvents', filters });

/** What the call and its export take. */
const filterOf = (
  companyId: number,
  { filters: { text: words, kinds, time } }: ListQuery<typeof filters, never>,
): CallInput<AllCalls['getSecurityEventPage']>['body'] => ({
  CompanyId: companyId,
  Text: words,
  KindList: kinds,
  StartTime: time?.[0],
  EndTime: time?.[1],
});

/** What may be an attack on accounts of the company, by minute. Route /securityEvents. */
export function SecurityEventsPage() {
  const t = useText(text);
  const language = useLanguage();
  const { company } = useSession();
  const list = useList(securityEventList);
  const exportList = useListExport();
  const filter = filterOf(company.CompanyId, list.query);
  const page = useCall(
    'getSecurityEventPage',
    { body: { ...filter, ...pagingOf(list.query) } },
    { ...whileWaiting, scope: 'company' },
  );
  return (
    <div className="page">
      <ListPage
        list={list}
        page={page}
        columns={useColumns()}
        label={t.events}
        keyOf={({ EventId }) => EventId}
        nameOf={({ Kind, UserName }) => `${securityEventKinds[Kind][language]} ${UserName}`}
        onExport={() => exportList('securityEvents', { body: filter })}
        empty={{ title: t.empty, hint: t.emptyHint }}
      />
    </div>
  );
}

function useColumns(): readonly ListColumn<SecurityEventRow>[] {
  const t = useText(text);
  const dates = useDates();
  const language = useLanguage();
  return useMemo(
    (): ListColumn<SecurityEventRow>[] => [
      {
        key: 'time',
        title: t.time,
        width: 184,
        render: ({ LastEPOCH }) => <span className="tabular">{dates.dateTimeSeconds(LastEPOCH)}</span>,
      },
      {
        key: 'event',
        title: t.event,
        width: 170,
        always: true,
        onCard: 'heading',
        render: ({ Kind }) => securityEventKinds[Kind][language],
      },
      { key: 'times', title: t.times, width: 80, render: ({ Count }) => <span className="tabular">{Count}</span> },
      {
        key: 'account',
        title: t.account,
        width: 170,
        ellipsis: true,
        render: ({ UserName, Account, Network }) =>
          UserName || (Account && t.unknownAccount(Account)) || (Network ? dash : t.several),
      },
      { key: 'subject', title: t.subject, onCard: 'line', render: ({ SubjectName }) => SubjectName || dash },
      {
        key: 'network',
        title: t.network,
        width: 190,
        render: ({ Network }) => <span className="tabular">{Network || t.several}</span>,
      },
      {
        key: 'client',
        title: t.client,
        width: 200,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ UserAgent }) => UserAgent || dash,
      },
    ],
    [t, dates, language],
  );
}
