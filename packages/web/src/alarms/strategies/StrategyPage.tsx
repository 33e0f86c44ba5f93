import {
  type AllCalls,
  alarmKinds,
  type CallData,
  instructionMax,
  type RuleDefinition,
  type StrategyDetail,
  type StrategyFormInput,
  type StrategyPoint,
  type StrategyTemplateRow,
} from '@watchpost/contract';
import { Alert, Button, Dropdown, Form, Input, Select, Switch } from 'antd';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useZoneOf } from '../../history/index.ts';
import { useText } from '../../lib/defineText.ts';
import { idInAddress } from '../../lib/idInAddress.ts';
import { useBilingual } from '../../lib/language.ts';
import { links } from '../../lib/links.ts';
import { useMay, useProject } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { InviteDialogLater } from '../../people/index.ts';
import { NumberField, SchemaForm } from '../../ui/form/index.ts';
import { ErrorState, PageSkeleton, WordTag } from '../../ui/index.ts';
import { BackTest, type Tried } from '../backTest/BackTest.tsx';
import { ProposalNote } from '../health/ProposalNote.tsx';
import { FromTemplate } from '../strategyTemplates/FromTemplate.tsx';
import { type ContactDraft, ContactFields, usualContact } from './ContactFields.tsx';
import { DelayNotes, useDelaySentences } from './DelayNotes.tsx';
import { ruleKinds, usualDraft, valuesOfKind } from './drafts.ts';
import type { LimitsInForce } from './limitsInForce.ts';
import { OwnLimits } from './OwnLimits.tsx';
import { PastOfPoint } from './PastOfPoint.tsx';
import { PointsField } from './PointsField.tsx';
import { PolicyProposals } from './PolicyProposals.tsx';
import { ReferenceNotes } from './ReferenceNotes.tsx';
import { type Bands, type RuleDraft, RuleFields } from './RuleFields.tsx';
import './strategies.css';
import { RecipientPreview } from './RecipientPreview.tsx';
import { likeFirst, saysNothingOfOffline } from './strategyForm.ts';
import { text } from './text.ts';
import { useDelayProblems, useNameTaken, useReferenceProblems } from './useStrategyChecks.ts';
import { useStrategyForm } from './useStrategyForm.tsx';

type Choices = CallData<AllCalls['getAlarmStrategyChoices']>;

/** Adds or edits one alarm strategy, drawn on what its points did. Route /alarmManage/thresholdAlarmEdit. */
export function StrategyPage() {
  const [inviting, invite] = useState<Inviting | null>(null);
  return (
    <>
      <StrategyOfAddress onInvite={invite} />
      {inviting ? (
        <Suspense fallback={null}>
          <InviteDialogLater {...inviting} onClose={() => invite(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Devices of a project that people are invited to see. */
interface Inviting {
  readonly projectId: number;
  readonly deviceIds: readonly number[];
}

/** The editor is another one once its policy is saved: what stays open then does not belong to it. */
function StrategyOfAddress({ onInvite }: { onInvite: (inviting: Inviting) => void }) {
  const { ProjectId } = useProject();
  const [params, setParams] = useSearchParams();
  const id = idInAddress(params, 'id');
  const strategy = useCall('getAlarmStrategy', id === null ? null : { query: { strategyId: id } }, {
    staleTime: 0,
    gcTime: 0,
  });
  // Of the project the strategy belongs to, which the shell may not have turned to yet.
  const projectId = id === null ? ProjectId : (strategy.data?.ProjectId ?? null);
  /** Of devices that were just made, or of all that no policy watches: a policy is proposed for what they measure. */
  const devices = id === null && params.get('devices') ? idsOf(params.get('devices')) : null;
  const mayEdit = useMay('alarmStrategyEdit');
  const isByHand = params.get('by') === 'hand';
  const ofDevices = devices && devices.length > 0 ? { ModelTreeIdList: devices } : {};
  const offers = useCall(
    'getPolicyProposals',
    devices !== null && mayEdit && !isByHand && projectId !== null
      ? { body: { ProjectId: projectId, ...ofDevices } }
      : null,
    { staleTime: 0, gcTime: 0 },
  );
  const proposed = useCall(
    'getAlarmStrategyPoints',
    devices !== null && projectId !== null
      ? { body: { ProjectId: projectId, ...ofDevices, PageIndex: 1, PageSize: mostProposed } }
      : null,
  );
  const choices = useCall('getAlarmStrategyChoices', projectId === null ? null : { query: { projectId } }, {
    staleTime: 60_000,
  });
  const failed = choices.error ?? (id === null ? null : strategy.error);
  if (failed && !choices.data) return <ErrorState error={failed} onRetry={() => void choices.refetch()} />;
  if (id !== null && strategy.error && !strategy.data)
    return <ErrorState error={strategy.error} onRetry={() => void strategy.refetch()} />;
  if (!choices.data || (id !== null && !strategy.data) || proposed.isLoading || offers.isLoading)
    return <PageSkeleton />;
  if (offers.data && offers.data.ProposalList.length > 0)
    return (
      <PolicyProposals
        projectId={ProjectId}
        proposed={offers.data}
        onAnother={() => setParams((before) => new URLSearchParams([...before, ['by', 'hand']]))}
      />
    );
  return (
    <Editor
      key={strategy.data ? `${strategy.data.StrategyId} ${strategy.data.ChangedEPOCH}` : 'new'}
      projectId={strategy.data?.ProjectId ?? ProjectId}
      strategy={strategy.data ?? null}
      choices={choices.data}
      proposed={likeFirst((proposed.data?.Data ?? []).filter(({ ModelTreeId }) => ModelTreeId !== null))}
      onInvite={onInvite}
    />
  );
}

const mostProposed = 100;

const idsOf = (list: string | null): number[] =>
  (list ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

function Editor({
  projectId,
  strategy,
  choices,
  proposed,
  onInvite,
}: {
  projectId: number;
  strategy: StrategyDetail | null;
  choices: Choices;
  /** Points that a new one begins with. */
  proposed: readonly StrategyPoint[];
  onInvite: (inviting: Inviting) => void;
}) {
  const t = useText(text);
  const inWords = useBilingual();
  const navigate = useNavigate();
  const timeZone = useZoneOf(projectId);
  const mayEdit = strategy?.MayEdit ?? true;
  const [known, setKnown] = useState(
    () => new Map((strategy?.PointList ?? proposed).map((point): [number, StrategyPoint] => [point.PointId, point])),
  );
  const learn = useCallback(
    (points: readonly StrategyPoint[]) =>
      setKnown((before) => new Map([...before, ...points.map((point) => [point.PointId, point] as const)])),
    [],
  );
  const [tried, setTried] = useState<Tried | null>(null);
  const saidOfDelays = useRef<readonly string[]>([]);
  const { form, loaded, isGone, saveAsNew, isAdding } = useStrategyForm({
    ...{ projectId, strategy, proposed, known, saidOfDelays },
  });
  const values = (Form.useWatch([], { form: form.antd, preserve: true }) ?? loaded) as Partial<StrategyFormInput>;
  const rules = (values.RuleList ?? []) as unknown as RuleDraft[];
  const contacts = (values.ContactList ?? []) as ContactDraft[];
  const pointIds = (values.PointIdList ?? []) as number[];
  const points = pointIds.flatMap((id) => known.get(id) ?? []);
  const first = points[0];
  const speech = {
    unit: first?.Unit ?? '',
    decimals: first?.Decimals ?? 1,
    states: points.find(({ PointType }) => PointType === 1)?.UnitMap ?? [],
    projectId,
    judgedIds: pointIds,
  };
  const isTaken = useNameTaken(projectId, String(values.StrategyName ?? '').trim(), strategy?.StrategyId ?? null);
  const problems = useReferenceProblems(projectId, pointIds, rules);
  const delayProblems = useDelayProblems(projectId, pointIds, rules);
  const delaysSaid = useDelaySentences(delayProblems);
  useEffect(() => {
    saidOfDelays.current = delaysSaid;
  });
  const set = (field: keyof StrategyFormInput & string, value: unknown) => {
    form.antd.setFieldValue(field, value);
    form.noteChange();
  };
  /** Everything a template says; its points are still to be chosen. */
  const take = (template: StrategyTemplateRow) => {
    form.antd.setFieldsValue({
      StrategyName: template.Name,
      StrategyNameEn: template.NameEn,
      Remarks: template.Remarks,
      RemarksEn: template.RemarksEn,
      SmallTypeId: template.SmallTypeId,
      PointTypeId: template.PointTypeId,
      RuleList: template.RuleList.map(({ Definition }) => ({ Definition })),
      EscalateMinutes: template.EscalateMinutes,
      RepeatMinutes: template.RepeatMinutes,
      NotifyOnClear: template.NotifyOnClear,
    } as never);
    form.noteChange();
  };
  const needsPoints = rules.some(({ Definition }) => Definition.kind !== 'communicationLoss');
  const judged = rules.filter(({ Definition }) => Definition.kind !== 'communicationLoss');
  const takeTried = (tried: readonly RuleDefinition[]) =>
    set(
      'RuleList',
      rules.map((rule) => {
        const Definition = tried[judged.indexOf(rule)];
        return Definition ? { ...rule, Definition } : rule;
      }),
    );
  const needsSources = rules.some(({ Definition }) => Definition.kind === 'communicationLoss');
  const limitAt = rules.findIndex(({ Definition }) => Definition.kind === 'limit');
  const limit = rules[limitAt]?.Definition as { bands?: Bands; deadband?: number } | undefined;
  const limitRuleId = rules[limitAt]?.RuleId;
  /** Its own, as they are saved, or those that are being set. */
  const limitsOf = (pointId: number): LimitsInForce => {
    const own = strategy?.OverrideList.find(
      (each) => each.RuleId === limitRuleId && each.PointId === pointId,
    )?.Definition;
    if (limitRuleId !== undefined && own?.kind === 'limit')
      return { bands: own.bands as Bands, deadband: own.deadband, isOwn: true };
    return { bands: limit?.bands ?? {}, deadband: limit?.deadband ?? 0, isOwn: false };
  };
  const setBand = (band: keyof Bands, value: number) => {
    const rule = rules[limitAt]!;
    const bands = { ...limit?.bands, [band]: { ...limit?.bands?.[band], limit: value } };
    set(
      'RuleList',
      rules.map((each, at) => (at === limitAt ? { ...rule, Definition: { ...rule.Definition, bands } } : each)),
    );
  };
  const pointType = choices.PointTypeList.find(({ Key }) => Key === values.PointTypeId)?.PointType ?? first?.PointType;
  const fitting = ruleKinds.filter((kind) => {
    const needed = valuesOfKind(kind);
    return needed === null || pointType === undefined || (needed === 'status') === (pointType === 1);
  });
  const sourceOptions = (type: 'gateway' | 'slave') => {
    const own = strategy?.SourceList.filter((source) => source.Type === type) ?? [];
    const all = new Map(
      [...own, ...choices.SourceList.filter((source) => source.Type === type)].map((each) => [each.Id, each]),
    );
    return [...all.values()].map(({ Id, Name, GatewayName }) => ({
      value: Id,
      label: [GatewayName, Name].filter(Boolean).join(' · '),
    }));
  };
  const slaveOptions = sourceOptions('slave');
  return (
    <div className="strategy-page">
      <div className="strategy-form">
        {mayEdit ? (
          <ProposalNote rules={rules} onFill={(filled) => set('RuleList', filled)} />
        ) : (
          <Alert type="info" showIcon title={t.readOnly} />
        )}
        <fieldset disabled={!mayEdit}>
          <SchemaForm
            form={form}
            actions={<Button onClick={() => void navigate(links.strategies)}>{t.cancel}</Button>}
            failureAction={
              isGone ? (
                <Button size="small" loading={isAdding} onClick={() => void saveAsNew()}>
                  {t.saveAsNew}
                </Button>
              ) : undefined
            }
          >
            {strategy ? null : <FromTemplate projectId={projectId} onTake={take} />}
            <h2>{t.what}</h2>
            <div className="strategy-pair">
              <form.Field name="StrategyName" label={t.name} extra={isTaken ? t.nameTaken : undefined}>
                <Input maxLength={25} showCount />
              </form.Field>
              <form.Field name="StrategyNameEn" label={t.nameEn}>
                <Input maxLength={25} showCount />
              </form.Field>
              <form.Field name="SmallTypeId" label={t.deviceClass}>
                <Select
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  options={choices.SmallTypeList.map(({ Key, Value }) => ({ value: Key, label: Value }))}
                />
              </form.Field>
              <form.Field name="PointTypeId" label={t.pointType}>
                <Select
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  options={choices.PointTypeList.map(({ Key, Value }) => ({ value: Key, label: Value }))}
                />
              </form.Field>
            </div>
            <div className="strategy-pair">
              <form.Field name="Remarks" label={t.remarks}>
                <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
              </form.Field>
              <form.Field name="RemarksEn" label={t.remarksEn}>
                <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} />
              </form.Field>
            </div>
            <div className="strategy-pair">
              <form.Field name="Instruction" label={t.instruction} extra={t.instructionHint}>
                <Input.TextArea maxLength={instructionMax} autoSize={{ minRows: 2, maxRows: 6 }} />
              </form.Field>
              <form.Field name="InstructionEn" label={t.instructionEn}>
                <Input.TextArea maxLength={instructionMax} autoSize={{ minRows: 2, maxRows: 6 }} />
              </form.Field>
            </div>
            <form.Field name="Enabled" label={t.enabled} valuePropName="checked">
              <Switch />
            </form.Field>
            <div hidden={!needsPoints}>
              <form.Field name="PointIdList" label={t.alarmPoints}>
                <PointsField
                  projectId={projectId}
                  known={known}
                  learn={learn}
                  classId={values.SmallTypeId == null ? null : Number(values.SmallTypeId)}
                  typeId={values.PointTypeId == null ? null : Number(values.PointTypeId)}
                  disabled={!mayEdit}
                  hidden={strategy?.HiddenPointCount ?? 0}
                />
              </form.Field>
            </div>
            <div hidden={!needsSources}>
              <form.Field name="GatewayIdList" label={t.gateways} extra={t.gatewaysHint}>
                <Select mode="multiple" optionFilterProp="label" options={sourceOptions('gateway')} />
              </form.Field>
              {slaveOptions.length > 0 ? (
                <form.Field name="SlaveIdList" label={t.slaves}>
                  <Select mode="multiple" optionFilterProp="label" options={slaveOptions} />
                </form.Field>
              ) : null}
            </div>

            <h2>{t.conditions}</h2>
            {rules.map((rule, at) => (
              // A new one has no number yet; where it stands is all it has.
              <form.Field key={rule.RuleId ?? `new ${at}`} name={['RuleList', at]} help="">
                <RuleFields
                  speech={speech}
                  onRemove={
                    mayEdit && rules.length > 1
                      ? () =>
                          set(
                            'RuleList',
                            rules.filter((_, place) => place !== at),
                          )
                      : null
                  }
                >
                  <ReferenceNotes problems={problems.filter(({ RuleIndex }) => RuleIndex === at)} />
                  <DelayNotes problems={delayProblems.filter(({ RuleIndex }) => RuleIndex === at)} />
                </RuleFields>
              </form.Field>
            ))}
            {mayEdit ? (
              <Dropdown
                trigger={['click']}
                menu={{
                  items: fitting.map((kind) => ({ key: kind, label: inWords(alarmKinds[kind]) })),
                  onClick: ({ key }) => set('RuleList', [...rules, { Definition: usualDraft(key as never) }]),
                }}
              >
                <Button>{t.addCondition}</Button>
              </Dropdown>
            ) : null}

            <h2>{t.notifying}</h2>
            <p className="strategy-hint">{t.notifyingHint}</p>
            {contacts.map((contact, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a person may be chosen later; the place is what stays
              <form.Field key={at} name={['ContactList', at]}>
                <ContactFields
                  people={choices.PersonList}
                  lacks={lacksOf(strategy, contact)}
                  onRemove={
                    mayEdit
                      ? () =>
                          set(
                            'ContactList',
                            contacts.filter((_, place) => place !== at),
                          )
                      : null
                  }
                />
              </form.Field>
            ))}
            {saysNothingOfOffline(contacts) ? (
              <p className="strategy-hint">
                <WordTag good={false} words={t.nobodyReadsOffline} />
              </p>
            ) : null}
            {mayEdit ? (
              <div className="strategy-people">
                <Button onClick={() => set('ContactList', [...contacts, usualContact])}>{t.addContact}</Button>
                <InvitePeople projectId={projectId} points={points} onInvite={onInvite} />
              </div>
            ) : null}
            <div className="strategy-pair strategy-notify">
              <form.Field name="RepeatMinutes" label={t.repeat} extra={t.repeatHint}>
                <NumberField precision={0} />
              </form.Field>
              <form.Field name="EscalateMinutes" label={t.escalate} extra={t.escalateHint}>
                <NumberField precision={0} />
              </form.Field>
              <form.Field name="NotifyOnClear" label={t.onClear} valuePropName="checked">
                <Switch />
              </form.Field>
            </div>
          </SchemaForm>
        </fieldset>
        {strategy ? <OwnLimits strategy={strategy} dirty={form.dirty} /> : null}
        {strategy ? <RecipientPreview strategyId={strategy.StrategyId} /> : null}
      </div>
      <aside className={points.length > 0 ? 'strategy-aside' : 'strategy-aside strategy-aside-empty'}>
        <PastOfPoint
          points={points}
          projectId={projectId}
          timeZone={timeZone}
          limitsOf={limitsOf}
          onBand={mayEdit && limitAt >= 0 ? setBand : null}
          strategyId={strategy?.StrategyId ?? null}
          tried={tried}
        />
        {needsPoints ? (
          <BackTest
            projectId={projectId}
            pointIds={pointIds}
            timeZone={timeZone}
            definitions={judged.map(({ Definition }) => Definition)}
            unit={speech.unit}
            repeatMinutes={values.RepeatMinutes == null ? null : Number(values.RepeatMinutes)}
            notifyOnClear={values.NotifyOnClear === true}
            onUse={mayEdit ? takeTried : null}
            tried={tried}
            onTried={setTried}
          />
        ) : null}
      </aside>
    </div>
  );
}

/** People who are not in the project yet are invited from here, to see the devices that the policy watches. */
function InvitePeople({
  projectId,
  points,
  onInvite,
}: {
  projectId: number;
  points: readonly StrategyPoint[];
  onInvite: (inviting: Inviting) => void;
}) {
  const t = useText(text);
  const mayInvite = useMay('projectConfig', 'membersEdit');
  if (!mayInvite) return null;
  const deviceIds = [...new Set(points.flatMap(({ ModelTreeId }) => ModelTreeId ?? []))];
  return <Button onClick={() => onInvite({ projectId, deviceIds })}>{t.invitePeople}</Button>;
}

const lacksOf = (strategy: StrategyDetail | null, { UserId }: ContactDraft) => {
  const contact = strategy?.ContactList.find((each) => each.UserId === UserId);
  return contact && { name: contact.UserName, list: contact.LackList };
};
