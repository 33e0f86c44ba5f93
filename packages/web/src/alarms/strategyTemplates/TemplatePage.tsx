import {
  type AllCalls,
  alarmKinds,
  type CallData,
  StrategyTemplateForm,
  type StrategyTemplateFormInput,
  type StrategyTemplateRow,
} from '@watchpost/contract';
import { Alert, Button, Dropdown, Form, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useText } from '../../lib/defineText.ts';
import { idInAddress } from '../../lib/idInAddress.ts';
import { useBilingual, useLanguage } from '../../lib/language.ts';
import { links } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { NumberField, SchemaForm, useSchemaForm } from '../../ui/form/index.ts';
import { EmptyState, ErrorState, PageSkeleton, useNotify } from '../../ui/index.ts';
import { ruleKinds, usualDraft, valuesOfKind } from '../strategies/drafts.ts';
import { type RuleDraft, RuleFields } from '../strategies/RuleFields.tsx';
import '../strategies/strategies.css';
import { text as strategyText } from '../strategies/text.ts';
import { text } from './text.ts';
import { useTemplatesChanged } from './useTemplatesChanged.ts';

type Choices = CallData<AllCalls['getStrategyTemplateChoices']>;

/** Communication is judged at gateways, which no class of devices has. */
const kindsOfTemplate = ruleKinds.filter((kind) => kind !== 'communicationLoss');

/** Adds, copies or edits one template. Route /deviceManage/StrategyEdit. */
export function TemplatePage() {
  const t = useText(text);
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const from = id ?? idInAddress(params, 'copy');
  const found = useCall(
    'getStrategyTemplatePage',
    from === null ? null : { body: { TemplateIdList: [from], PageIndex: 1, PageSize: 1 } },
    { scope: 'company', staleTime: 0, gcTime: 0 },
  );
  const choices = useCall('getStrategyTemplateChoices', { query: {} }, { scope: 'company', staleTime: 60_000 });
  const failed = choices.error ?? (from === null ? null : found.error);
  if (failed && !choices.data) return <ErrorState error={failed} onRetry={() => void choices.refetch()} />;
  if (failed && !found.data) return <ErrorState error={failed} onRetry={() => void found.refetch()} />;
  if (!choices.data || (from !== null && !found.data)) return <PageSkeleton />;
  const template = found.data?.Data[0] ?? null;
  if (from !== null && template === null) return <EmptyState title={t.gone} />;
  return (
    <Editor
      key={template ? `${id} ${template.TemplateId} ${template.ChangedEPOCH}` : 'new'}
      template={template}
      copies={id === null}
      choices={choices.data}
    />
  );
}

const formOf = (template: StrategyTemplateRow): Partial<StrategyTemplateFormInput> => ({
  TemplateId: template.TemplateId,
  TemplateName: template.Name,
  TemplateNameEn: template.NameEn,
  Remarks: template.Remarks,
  RemarksEn: template.RemarksEn,
  SmallTypeId: template.SmallTypeId,
  PointTypeId: template.PointTypeId ?? (undefined as never),
  RuleList: template.RuleList.map(({ Definition }) => ({ Definition })),
  EscalateMinutes: template.EscalateMinutes,
  RepeatMinutes: template.RepeatMinutes,
  NotifyOnClear: template.NotifyOnClear,
});

const emptyForm: Partial<StrategyTemplateFormInput> = {
  TemplateName: '',
  TemplateNameEn: null,
  Remarks: '',
  RemarksEn: null,
  RuleList: [{ Definition: usualDraft('limit') as never }],
  EscalateMinutes: null,
  RepeatMinutes: null,
  NotifyOnClear: true,
};

function Editor({
  template,
  copies,
  choices,
}: {
  template: StrategyTemplateRow | null;
  copies: boolean;
  choices: Choices;
}) {
  const t = useText(text);
  const s = useText(strategyText);
  const inWords = useBilingual();
  const language = useLanguage();
  const navigate = useNavigate();
  const notify = useNotify();
  const changed = useTemplatesChanged();
  const { company } = useSession();
  const saving = useCallMutation('addOrUpdateStrategyTemplate');
  const edits = template !== null && !copies;
  const [loaded] = useState((): Partial<StrategyTemplateFormInput> => {
    const CompanyId = company.CompanyId;
    if (template === null) return { CompanyId, ...emptyForm };
    if (edits) return { CompanyId, ...formOf(template) };
    const { TemplateId: _, ...copied } = formOf(template);
    // Each language its own word for a copy.
    const names = {
      TemplateName: text.copyName.zh(template.Name),
      TemplateNameEn: template.NameEn === null ? null : text.copyName.en(template.NameEn),
    };
    return {
      CompanyId,
      ...copied,
      ...(language === 'en' && template.NameEn === null ? { TemplateName: text.copyName.en(template.Name) } : names),
    };
  });
  const save = async (body: Partial<StrategyTemplateFormInput>) => {
    await saving.mutateAsync({ body });
    notify.success(t.saved);
    await changed();
    // What is left unsaved is nothing any more by then.
    setTimeout(() => void navigate(links.strategyTemplates()));
  };
  const form = useSchemaForm(
    StrategyTemplateForm,
    edits ? { initial: loaded, edits: ['CompanyId', 'TemplateId'], save } : { initial: loaded, save },
  );
  const values = (Form.useWatch([], { form: form.antd, preserve: true }) ??
    loaded) as Partial<StrategyTemplateFormInput>;
  const rules = (values.RuleList ?? []) as unknown as RuleDraft[];
  const type = choices.PointTypeList.find(({ Key }) => Key === values.PointTypeId);
  const speech = { unit: type?.Unit ?? '', decimals: 1, states: type?.UnitMap ?? [], projectId: null };
  const fitting = kindsOfTemplate.filter((kind) => {
    const needed = valuesOfKind(kind);
    return needed === null || type === undefined || (needed === 'status') === (type.PointType === 1);
  });
  const setRules = (list: readonly RuleDraft[]) => {
    form.antd.setFieldValue('RuleList', list as never);
    form.noteChange();
  };
  return (
    <div className="strategy-page strategy-page-alone">
      <div className="strategy-form">
        {template?.PointTypeId === null ? <Alert type="warning" showIcon title={t.typeGone} /> : null}
        <p className="strategy-hint">
          {t.hint}
          {edits ? <span className="strategy-hint-more">{t.changesNothing}</span> : null}
        </p>
        <SchemaForm
          form={form}
          actions={<Button onClick={() => void navigate(links.strategyTemplates())}>{t.cancel}</Button>}
        >
          <h2>{s.what}</h2>
          <div className="strategy-pair">
            <form.Field name="TemplateName" label={t.name}>
              <Input maxLength={25} showCount />
            </form.Field>
            <form.Field name="TemplateNameEn" label={s.nameEn}>
              <Input maxLength={25} showCount />
            </form.Field>
            <form.Field name="SmallTypeId" label={s.deviceClass}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={choices.SmallTypeList.map(({ Key, Value }) => ({ value: Key, label: Value }))}
              />
            </form.Field>
            <form.Field name="PointTypeId" label={s.pointType}>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                options={choices.PointTypeList.map(({ Key, Value }) => ({ value: Key, label: Value }))}
              />
            </form.Field>
            <form.Field name="Remarks" label={s.remarks}>
              <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
            </form.Field>
            <form.Field name="RemarksEn" label={s.remarksEn}>
              <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
            </form.Field>
          </div>
          <h2>{s.conditions}</h2>
          {rules.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions of a template have no numbers; the place is what stays
            <form.Field key={at} name={['RuleList', at]} help="">
              <RuleFields
                speech={speech}
                onRemove={rules.length > 1 ? () => setRules(rules.filter((__, place) => place !== at)) : null}
              />
            </form.Field>
          ))}
          <Dropdown
            trigger={['click']}
            menu={{
              items: fitting.map((kind) => ({ key: kind, label: inWords(alarmKinds[kind]) })),
              onClick: ({ key }) => setRules([...rules, { Definition: usualDraft(key as never) }]),
            }}
          >
            <Button>{s.addCondition}</Button>
          </Dropdown>
          <h2>{s.notifying}</h2>
          <div className="strategy-pair strategy-notify">
            <form.Field name="RepeatMinutes" label={s.repeat} extra={s.repeatHint}>
              <NumberField precision={0} />
            </form.Field>
            <form.Field name="EscalateMinutes" label={s.escalate} extra={s.escalateHint}>
              <NumberField precision={0} />
            </form.Field>
            <form.Field name="NotifyOnClear" label={s.onClear} valuePropName="checked">
              <Switch />
            </form.Field>
          </div>
        </SchemaForm>
      </div>
    </div>
  );
}
