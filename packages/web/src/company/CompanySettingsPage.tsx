import { useQueryClient } from '@tanstack/react-query';
import { alarmLevels, type CompanySettings, companyCalls, companyFlags } from '@watchpost/contract';
import { Input, Select } from 'antd';
import { useId } from 'react';
import { askAgain } from '../lib/askAgain.ts';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useMay, useSession } from '../lib/session.ts';
import { useCall, useCallMutation } from '../lib/useCall.ts';
import { NumberField, SchemaForm, useSchemaForm } from '../ui/form/index.ts';
import { ErrorState, PageSkeleton, severityOf, severityText, useNotify } from '../ui/index.ts';
import './CompanySettingsPage.css';
import { text } from './text.ts';

/** What the company is called and where its own pages outside of this product stand. */
export function CompanySettingsPage() {
  const { company } = useSession();
  const settings = useCall(
    'getCompanySettings',
    { query: { companyId: company.CompanyId } },
    // What somebody else saved meanwhile must not be overwritten by an old answer.
    { scope: 'company', staleTime: 0, gcTime: 0, refetchOnMount: 'always' },
  );
  if (settings.error && !settings.data) {
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />;
  }
  if (!settings.data) return <PageSkeleton />;
  return <Settings key={settings.data.CompanyId} present={settings.data} />;
}

function Settings({ present }: { present: CompanySettings }) {
  const t = useText(text);
  const severities = useText(severityText);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const saving = useCallMutation('updateCompanySettings');
  const form = useSchemaForm(companyCalls.updateCompanySettings.body, {
    initial: {
      CompanyId: present.CompanyId,
      CompanyName: present.CompanyName,
      CompanyNameEn: present.CompanyNameEn ?? '',
      DataScreenUrl: present.DataScreenUrl ?? '',
      KnowledgeHubUrl: present.KnowledgeHubUrl ?? '',
      UserIdListWithoutProof: present.UserIdListWithoutProof,
      LinkAlarmLevel: present.LinkAlarmLevel,
      LinkAlarmMinutes: present.LinkAlarmMinutes,
      UnjudgedMinutes: present.UnjudgedMinutes,
    },
    edits: ['CompanyId'],
    save: async (body) => {
      await saving.mutateAsync({ body });
      notify.success(t.saved);
      void askAgain(queryClient, ['getUserCompanyList', 'getCompanySettings']);
    },
  });
  const people = useCall(
    'getCompanyAllUserDropdown',
    useMay('membersView', 'membersEdit') ? { query: { companyId: present.CompanyId } } : null,
    { scope: 'company' },
  );
  const hasScreen = present.FlagList.includes('dataScreen');
  return (
    <div className="page company-settings">
      <SchemaForm form={form}>
        <form.Field name="CompanyName" label={t.name}>
          <Input maxLength={50} autoComplete="organization" />
        </form.Field>
        <form.Field name="CompanyNameEn" label={t.nameEn} extra={t.nameEnHint}>
          <Input maxLength={50} />
        </form.Field>
        <form.Field
          name="DataScreenUrl"
          label={t.dataScreen}
          extra={
            <>
              {t.dataScreenHint}
              {hasScreen ? null : <div>{t.dataScreenOff}</div>}
            </>
          }
        >
          <Input inputMode="url" maxLength={500} placeholder="https://screen.example.com/{company}?lang={language}" />
        </form.Field>
        <form.Field name="KnowledgeHubUrl" label={t.knowledgeHub} extra={t.knowledgeHubHint}>
          <Input inputMode="url" maxLength={500} placeholder="https://hub.example.com" />
        </form.Field>
        <form.Field name="LinkAlarmLevel" label={t.linkAlarmLevel} extra={t.linkAlarmHint}>
          <Select options={alarmLevels.map((level) => ({ value: level, label: severities[severityOf(level)] }))} />
        </form.Field>
        <form.Field name="LinkAlarmMinutes" label={t.linkAlarmMinutes}>
          <NumberField min={1} max={1440} precision={0} suffix={t.minutes} />
        </form.Field>
        <form.Field name="UnjudgedMinutes" label={t.unjudged} extra={t.unjudgedHint}>
          <NumberField min={1} max={1440} precision={0} suffix={t.minutes} />
        </form.Field>
        {people.data && (
          <form.Field name="UserIdListWithoutProof" label={t.withoutProof} extra={t.withoutProofHint}>
            <Select
              mode="multiple"
              placeholder={t.nobody}
              showSearch={{ optionFilterProp: 'label' }}
              options={people.data.map(({ Key, Value }) => ({ value: Key, label: Value }))}
            />
          </form.Field>
        )}
      </SchemaForm>
      <Platforms on={present.FlagList} />
    </div>
  );
}

function Platforms({ on }: { on: CompanySettings['FlagList'] }) {
  const t = useText(text);
  const inWords = useBilingual();
  const heading = useId();
  return (
    <section className="company-settings-platforms" aria-labelledby={heading}>
      <h2 id={heading}>{t.platforms}</h2>
      <p>{t.platformsHint}</p>
      {on.length === 0 ? (
        <span>{t.noPlatforms}</span>
      ) : (
        <ul>
          {on.map((flag) => (
            <li key={flag}>{inWords(companyFlags[flag])}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
