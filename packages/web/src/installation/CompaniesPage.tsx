import { useQueryClient } from '@tanstack/react-query';
import { type CompanyOfInstallation, companyCalls, companyFlagNames, companyFlags } from '@watchpost/contract';
import { Checkbox, Input } from 'antd';
import { useMemo, useState } from 'react';
import { askAgain } from '../lib/askAgain.ts';
import { useDates } from '../lib/dates.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { dash } from '../lib/numbers.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
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

const flagOptions = companyFlagNames.map((value) => ({ value, label: companyFlags[value] }));

const companyList = defineList({
  name: 'installation.companies',
  filters: {
    text: textFilter({ label: text.searchCompany }),
    flags: choicesFilter({ label: text.platforms, param: 'platform', options: flagOptions }),
  },
  sorts: ['name', 'createTime'],
  usualSort: { by: 'name', ascending: true },
});

const industries = [1, 2, 3, 4] as const;

/** Every company of this installation, with what is switched on for it. */
export function CompaniesPage() {
  const t = useText(text);
  const inWords = useBilingual();
  const dates = useDates();
  const list = useList(companyList);
  const [edited, edit] = useState<CompanyOfInstallation | null>(null);
  const { text: wanted, flags } = list.query.filters;
  const page = useCall(
    'getCompanyPage',
    {
      body: {
        Text: wanted,
        FlagList: flags,
        ...pagingOf(list.query),
      },
    },
    { ...whileWaiting, scope: 'company' },
  );
  const columns = useMemo<ListColumn<CompanyOfInstallation>[]>(
    () => [
      {
        key: 'name',
        title: t.company,
        width: 220,
        sort: 'name',
        always: true,
        render: ({ CompanyName, IsOperator }) => (
          <>
            <b>{CompanyName}</b> {IsOperator ? <span className="application-state">{t.runsThis}</span> : null}
          </>
        ),
      },
      {
        key: 'industry',
        title: t.industry,
        width: 120,
        render: ({ Industry }) => t[industries.find((each) => each === Industry) ?? 1],
      },
      {
        key: 'platforms',
        title: t.platforms,
        render: ({ FlagList }) =>
          FlagList.length === 0 ? dash : FlagList.map((flag) => inWords(companyFlags[flag])).join(t.comma),
      },
      { key: 'members', title: t.members, width: 90, align: 'right', render: ({ MemberCount }) => MemberCount },
      { key: 'projects', title: t.projects, width: 90, align: 'right', render: ({ ProjectCount }) => ProjectCount },
      {
        key: 'dataScreen',
        title: t.dataScreen,
        width: 240,
        ellipsis: true,
        usuallyHidden: true,
        render: ({ DataScreenUrl }) => DataScreenUrl ?? dash,
      },
      {
        key: 'created',
        title: t.created,
        width: 150,
        sort: 'createTime',
        render: ({ CreateEPOCH }) => <span className="tabular">{dates.dateTime(CreateEPOCH)}</span>,
      },
    ],
    [t, inWords, dates],
  );
  return (
    <div className="page">
      <ListPage
        list={list}
        page={page}
        columns={columns}
        label={t.companies}
        keyOf={({ CompanyId }) => CompanyId}
        nameOf={({ CompanyName }) => CompanyName}
        onOpen={edit}
        rowActions={(row) => [{ key: 'edit', label: t.setPlatforms, inline: true, run: () => edit(row) }]}
        empty={{ title: t.noCompanies }}
      />
      {edited ? <PlatformsDialog company={edited} onClose={() => edit(null)} /> : null}
    </div>
  );
}

function PlatformsDialog({ company, onClose }: { company: CompanyOfInstallation; onClose: () => void }) {
  const t = useText(text);
  const inWords = useBilingual();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const saving = useCallMutation('updateCompanyPlatforms');
  const form = useSchemaForm(companyCalls.updateCompanyPlatforms.body, {
    initial: {
      OfCompanyId: company.CompanyId,
      FlagList: company.FlagList,
      DataScreenUrl: company.DataScreenUrl ?? '',
    },
    edits: ['OfCompanyId'],
    save: async (body) => {
      await saving.mutateAsync({ body });
      notify.success(t.platformsSaved(company.CompanyName));
      onClose();
      void askAgain(queryClient, ['getCompanyPage', 'getUserCompanyList']);
    },
  });
  return (
    <FormDialog form={form} title={t.platformsOf(company.CompanyName)} onClose={onClose}>
      <form.Field name="FlagList" label={t.platforms} extra={t.platformsHint}>
        <Checkbox.Group
          className="company-flags"
          options={flagOptions.map(({ value, label }) => ({ value, label: inWords(label) }))}
        />
      </form.Field>
      <form.Field name="DataScreenUrl" label={t.dataScreen} extra={t.dataScreenHint}>
        <Input
          inputMode="url"
          maxLength={500}
          placeholder="https://screen.example.com/{company}?lang={language}&code={code}"
        />
      </form.Field>
    </FormDialog>
  );
}
