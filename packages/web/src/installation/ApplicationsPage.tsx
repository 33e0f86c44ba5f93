import { useQueryClient } from '@tanstack/react-query';
import { applicationStates, type CompanyApplication } from '@watchpost/contract';
import { App, Input } from 'antd';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { callApi } from '../lib/client.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import {
  choicesFilter,
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

type State = CompanyApplication['State'];

const states = Object.entries(applicationStates).map(([value, label]) => ({ value: value as State, label }));
const industries = [1, 2, 3, 4] as const;

const applicationList = defineList({
  name: 'installation.applications',
  filters: {
    text: textFilter({ label: { zh: '搜索企业、姓名或手机号', en: 'Search company, name or phone number' } }),
    state: choicesFilter({ label: text.state, param: 'state', options: states }),
    industry: choicesFilter({
      label: text.industry,
      param: 'industry',
      options: industries.map((value) => ({ value, label: text[value] })),
    }),
  },
});

/** Companies that want to join, and what was decided about them. */
export function ApplicationsPage() {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { modal } = App.useApp();
  const list = useList(applicationList);
  const { text: wanted, state, industry } = list.query.filters;
  const page = useCall(
    'getCompanyApplyPage',
    { body: { Text: wanted, State: state, Industry: industry, ...pagingOf(list.query) } },
    { ...whileWaiting, scope: 'company' },
  );
  const [refusing, setRefusing] = useState<CompanyApplication | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['getCompanyApplyPage'] });

  const approve = (application: CompanyApplication) =>
    modal.confirm({
      title: t.approveTitle(application.CompanyName),
      content: t.approveHint(application.FullName, application.Mobile),
      okText: t.approve,
      onOk: async () => {
        try {
          await callApi('decideCompanyApply', { body: { ApplyId: application.ApplyId, Approve: true } });
          notify.success(t.approved(application.CompanyName));
        } catch (error) {
          notify.failure(error);
        }
        await refresh();
      },
    });

  const columns = useMemo<ListColumn<CompanyApplication>[]>(
    () => [
      { key: 'company', title: t.company, always: true, render: ({ CompanyName }) => CompanyName },
      {
        key: 'industry',
        title: t.industry,
        width: 130,
        render: ({ Industry }) => t[industries.find((each) => each === Industry) ?? 1],
      },
      { key: 'applicant', title: t.applicant, width: 140, render: ({ FullName }) => FullName },
      {
        key: 'mobile',
        title: t.mobile,
        width: 150,
        render: ({ Mobile }) => <span className="tabular">{Mobile}</span>,
      },
      {
        key: 'applied',
        title: t.appliedAt,
        width: 150,
        render: ({ AppliedEPOCH }) => <span className="tabular">{dates.dateTime(AppliedEPOCH)}</span>,
      },
      {
        key: 'state',
        title: t.state,
        width: 110,
        render: ({ State }) => (
          <span className={`application-state application-${State}`}>{inWords(applicationStates[State])}</span>
        ),
      },
      {
        key: 'decision',
        title: t.decision,
        width: 230,
        render: ({ DecidedEPOCH, DecidedByName, Reason }) =>
          DecidedEPOCH === null ? (
            dash
          ) : (
            <>
              <span className="tabular">{t.decidedBy(DecidedByName, dates.dateTime(DecidedEPOCH))}</span>
              {Reason ? <p className="application-reason">{Reason}</p> : null}
            </>
          ),
      },
    ],
    [t, dates, inWords],
  );

  return (
    <div className="page">
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.applications}
        keyOf={({ ApplyId }) => ApplyId}
        nameOf={({ CompanyName }) => CompanyName}
        actionsWidth={190}
        rowActions={(row) =>
          row.State === 'pending'
            ? [
                { key: 'approve', label: t.approve, inline: true, run: () => void approve(row) },
                { key: 'refuse', label: t.refuse, inline: true, run: () => setRefusing(row) },
              ]
            : []
        }
        empty={{ title: t.noApplications, hint: t.noApplicationsHint }}
      />
      {refusing ? (
        <RefuseDialog
          application={refusing}
          onClose={() => {
            setRefusing(null);
            void refresh();
          }}
        />
      ) : null}
    </div>
  );
}

const refusal = z.object({ Reason: z.string().trim().min(1, { abort: true }).max(200) });

function RefuseDialog({ application, onClose }: { application: CompanyApplication; onClose: () => void }) {
  const t = useText(text);
  const notify = useNotify();
  const form = useSchemaForm(refusal, {
    initial: { Reason: '' },
    save: async ({ Reason }) => {
      await callApi('decideCompanyApply', { body: { ApplyId: application.ApplyId, Approve: false, Reason } });
      notify.success(t.refused);
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t.refuseTitle(application.CompanyName)}
      submitText={t.refuse}
      danger
      onClose={onClose}
    >
      <form.Field name="Reason" label={t.reason} extra={t.reasonHint}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </form.Field>
    </FormDialog>
  );
}
