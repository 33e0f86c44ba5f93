import {
  type AllCalls,
  alarmKinds,
  type CallData,
  notifiedLevels,
  RuleDefinition,
  type StrategyDetail,
  StrategyForm,
  type StrategyFormInput,
  type StrategyPoint,
  type StrategyTemplateRow,
  strategyErrors,
} from '@watchpost/contract';
import { Alert, App, Button, Dropdown, Form, Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useZoneOf } from '../../history/index.ts';
import { CallError } from '../../lib/CallError.ts';
import { useText } from '../../lib/defineText.ts';
import { idInAddress } from '../../lib/idInAddress.ts';
import { useBilingual } from '../../lib/language.ts';
import { links } from '../../lib/links.ts';
import { useMay, useProject } from '../../lib/session.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { NotificationPreview } from '../../notifications/index.ts';
import { InviteDialogLater } from '../../people/index.ts';
import { NotNow, SchemaForm, useSchemaForm } from '../../ui/form/index.ts';
import { ErrorState, ListSkeleton, PageSkeleton, SeverityMark, useNotify } from '../../ui/index.ts';
import { BackTest, type Tried } from '../backTest/BackTest.tsx';
import { ProposalNote } from '../health/ProposalNote.tsx';
import { FromTemplate } from '../strategyTemplates/FromTemplate.tsx';
import { type ContactDraft, ContactFields, usualContact } from './ContactFields.tsx';
import { changesOf } from './changesOf.ts';
import { DelayNotes, useDelaySentences } from './DelayNotes.tsx';
import { ruleKinds, usualDraft, valuesOfKind } from './drafts.ts';
import { EditPreview } from './EditPreview.tsx';
import type { LimitsInForce } from './limitsInForce.ts';
import { OwnLimits } from './OwnLimits.tsx';
import { PastOfPoint } from './PastOfPoint.tsx';
import { PointsField } from './PointsField.tsx';
import { ReferenceNotes } from './ReferenceNotes.tsx';
import { type Bands, type RuleDraft, RuleFields } from './RuleFields.tsx';
import './strategies.css';
import { text } from './text.ts';
import { useStrategiesChanged } from './useStrategiesChanged.ts';

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
  const [params] = useSearchParams();
  const id = idInAddress(params, 'id');
  const strategy = useCall('getAlarmStrategy', id === null ? null : { query: { strategyId: id } }, {
    staleTime: 0,
    gcTime: 0,
  });
  // Of the project the strategy belongs to, which the shell may not have turned to yet.
  const projectId = id === null ? ProjectId : (strategy.data?.ProjectId ?? null);
  /** Of devices that were just made: a policy is proposed for what they measure. */
  const devices = idsOf(params.get('devices'));
  const proposed = useCall(
    'getAlarmStrategyPoints',
    id === null && devices.length > 0 && projectId !== null
      ? { body: { ProjectId: projectId, ModelTreeIdList: devices, PageIndex: 1, PageSize: mostProposed } }
      : null,
  );
  const choices = useCall('getAlarmStrategyChoices', projectId === null ? null : { query: { projectId } }, {
    staleTime: 60_000,
  });
  const failed = choices.error ?? (id === null ? null : strategy.error);
  if (failed && !choices.data) return <ErrorState error={failed} onRetry={() => void choices.refetch()} />;
  if (id !== null && strategy.error && !strategy.data)
    return <ErrorState error={strategy.error} onRetry={() => void strategy.refetch()} />;
  if (!choices.data || (id !== null && !strategy.data) || proposed.isLoading) return <PageSkeleton />;
  return (
    <Editor
      key={strategy.data ? `${strategy.data.StrategyId} ${strategy.data.ChangedEPOCH}` : 'new'}
      projectId={strategy.data?.ProjectId ?? ProjectId}
      strategy={strategy.data ?? null}
      choices={choices.data}
      proposed={likeFirst(proposed.data?.Data ?? [])}
      onInvite={onInvite}
    />
  );
}

const formOf = (strategy: StrategyDetail): StrategyFormInput => ({
  StrategyId: strategy.StrategyId,
  ProjectId: strategy.ProjectId,
  StrategyName: strategy.Name,
  StrategyNameEn: strategy.NameEn,
  Remarks: strategy.OwnRemarks,
  RemarksEn: strategy.RemarksEn,
  SmallTypeId: strategy.SmallTypeId,
  PointTypeId: strategy.PointTypeId,
  Enabled: strategy.Enabled,
  EscalateMinutes: strategy.EscalateMinutes,
  RepeatMinutes: strategy.RepeatMinutes,
  NotifyOnClear: strategy.NotifyOnClear,
  RuleList: strategy.RuleList.map(({ RuleId, Definition }) => ({ RuleId, Definition })),
  PointIdList: strategy.PointList.map(({ PointId }) => PointId),
  GatewayIdList: strategy.SourceList.filter(({ Type }) => Type === 'gateway').map(({ Id }) => Id),
  SlaveIdList: strategy.SourceList.filter(({ Type }) => Type === 'slave').map(({ Id }) => Id),
  ContactList: strategy.ContactList.map(({ UserName: _, LackList: __, ...contact }) => contact),
});

const mostProposed = 100;

const idsOf = (list: string | null): number[] =>
  (list ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

/** Those that one policy can judge together: measured, and of the type of the first. */
const likeFirst = (points: readonly StrategyPoint[]): readonly StrategyPoint[] => {
  const measured = points.filter(({ PointType }) => PointType === 0);
  return measured.filter(({ PointTypeId }) => PointTypeId === measured[0]?.PointTypeId);
};

/** A policy called like the first of its points. */
const ofPoints = ([first, ...more]: readonly StrategyPoint[]): Partial<StrategyFormInput> =>
  first
    ? {
        StrategyName: [first.ModelTreeName, first.PointName].filter(Boolean).join(' ').slice(0, 25),
        PointIdList: [first, ...more].map(({ PointId }) => PointId),
      }
    : {};

const emptyForm = (projectId: number): Partial<StrategyFormInput> => ({
  ProjectId: projectId,
  StrategyName: '',
  StrategyNameEn: null,
  Remarks: '',
  RemarksEn: null,
  SmallTypeId: null,
  PointTypeId: null,
  Enabled: true,
  EscalateMinutes: null,
  RepeatMinutes: null,
  NotifyOnClear: true,
  RuleList: [{ Definition: usualDraft('limit') as never }],
  PointIdList: [],
  GatewayIdList: [],
  SlaveIdList: [],
  ContactList: [],
});

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
  const notify = useNotify();
  const changed = useStrategiesChanged();
  const timeZone = useZoneOf(projectId);
  const adding = useCallMutation('addAlarmStrategy');
  const updating = useCallMutation('updateAlarmStrategy');
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
  const [isGone, setGone] = useState(false);
  const { modal } = App.useApp();
  const initial = strategy ? formOf(strategy) : { ...emptyForm(projectId), ...ofPoints(proposed) };
  const [loaded] = useState(initial);
  const previewing = useCallMutation('previewAlarmStrategy');
  /** Says what an edit does to alarms, where it does something, and asks. */
  const mayTouchAlarms = async (change: ReturnType<typeof changesOf>) => {
    const { StrategyId, Enabled, RuleList, RemoveRuleIdList } = change;
    const { AddPointIdList, RemovePointIdList, RemoveGatewayIdList, RemoveSlaveIdList } = change;
    const body = {
      ...{ StrategyId, Enabled, RuleList, RemoveRuleIdList },
      ...{ AddPointIdList, RemovePointIdList, RemoveGatewayIdList, RemoveSlaveIdList },
    };
    const preview = await previewing.mutateAsync({ body });
    if (preview.EndCount + preview.BeginCount + preview.UnknownCount === 0) return true;
    return (
      (await modal.confirm({
        title: t.previewTitle,
        content: <EditPreview of={preview} nameOf={(id) => pointName(known.get(id))} />,
        okText: t.saveNow,
        cancelText: t.cancel,
      })) === true
    );
  };
  /** What is said of delays at the moment of saving. */
  const saidOfDelays = useRef<readonly string[]>([]);
  const saySaved = (contacts: readonly unknown[] | undefined) => {
    if (contacts?.length) notify.success(t.saved);
    else notify.warning(t.savedWithoutContacts);
    for (const said of saidOfDelays.current) notify.warning(said);
  };
  const form = useSchemaForm(
    StrategyForm,
    strategy
      ? {
          initial: loaded,
          edits: ['StrategyId', 'ProjectId'],
          save: async (body: Partial<StrategyFormInput>) => {
            const change = changesOf(strategy.StrategyId, loaded, body);
            try {
              if (touchesAlarms(change) && !(await mayTouchAlarms(change))) throw new NotNow();
              await updating.mutateAsync({ body: change });
            } catch (error) {
              if (!(error instanceof CallError && error.code === 404)) throw error;
              setGone(true);
              throw new CallError(404, inWords(strategyErrors.gone));
            }
            saySaved(body.ContactList ?? loaded.ContactList);
            await changed();
          },
        }
      : {
          initial: loaded,
          save: async (body: StrategyFormInput) => {
            const { StrategyId } = await adding.mutateAsync({ body });
            saySaved(body.ContactList);
            await changed();
            // What was saved stays on the screen, now under its own number.
            setTimeout(() => void navigate(links.strategy(StrategyId), { replace: true }));
          },
        },
  );
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
  /** What was typed for a policy that somebody deleted meanwhile. */
  const saveAsNew = async () => {
    const { StrategyId: _, ...rest } = { ...loaded, ...form.antd.getFieldsValue(true) } as StrategyFormInput;
    const RuleList = rest.RuleList.map(({ Definition }) => ({ Definition }));
    try {
      const { StrategyId } = await adding.mutateAsync({ body: { ...rest, RuleList } });
      notify.success(t.saved);
      await changed();
      void navigate(links.strategy(StrategyId), { replace: true });
    } catch (error) {
      notify.failure(error);
    }
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
                <Button size="small" loading={adding.isPending} onClick={() => void saveAsNew()}>
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
            {mayEdit ? (
              <div className="strategy-people">
                <Button onClick={() => set('ContactList', [...contacts, usualContact])}>{t.addContact}</Button>
                <InvitePeople projectId={projectId} points={points} onInvite={onInvite} />
              </div>
            ) : null}
            <div className="strategy-pair strategy-notify">
              <form.Field name="RepeatMinutes" label={t.repeat} extra={t.repeatHint}>
                <InputNumber precision={0} />
              </form.Field>
              <form.Field name="EscalateMinutes" label={t.escalate} extra={t.escalateHint}>
                <InputNumber precision={0} />
              </form.Field>
              <form.Field name="NotifyOnClear" label={t.onClear} valuePropName="checked">
                <Switch />
              </form.Field>
            </div>
          </SchemaForm>
        </fieldset>
        {strategy ? <OwnLimits strategy={strategy} dirty={form.dirty} /> : null}
        {strategy ? <WhoIsTold strategyId={strategy.StrategyId} /> : null}
      </div>
      <aside className="strategy-aside">
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

/** Whether another policy of the project is called so already: allowed, though lists and messages then tell them apart by nothing. */
function useNameTaken(projectId: number, name: string, strategyId: number | null): boolean {
  const asked = useDeferredValue(name);
  const named = useCall(
    'getAlarmStrategyPage',
    asked.length >= 2 && asked.length <= 25
      ? { body: { ProjectId: projectId, StrategyName: asked, PageIndex: 1, PageSize: 50 } }
      : null,
    { staleTime: 30_000 },
  ).data?.Data;
  return named?.some(({ StrategyId, StrategyName }) => StrategyName === name && StrategyId !== strategyId) ?? false;
}

/** Where complete conditions look at points that devices of the chosen points have not, or have several of. */
function useReferenceProblems(projectId: number, pointIds: readonly number[], rules: readonly RuleDraft[]) {
  const complete = rules.flatMap(({ Definition }, place) => {
    const { data } = RuleDefinition.safeParse(Definition);
    return data && JSON.stringify(data).includes('"point') ? [{ place, definition: data }] : [];
  });
  const answer = useCall(
    'checkAlarmReferences',
    pointIds.length > 0 && complete.length > 0
      ? {
          body: {
            ProjectId: projectId,
            PointIdList: [...pointIds],
            RuleList: complete.map(({ definition }) => definition),
          },
        }
      : null,
    { staleTime: 60_000 },
  );
  return (answer.data ?? []).map((each) => ({ ...each, RuleIndex: complete[each.RuleIndex]?.place ?? -1 }));
}

/** Where complete conditions have a delay that never completes in stored data, because of how the chosen points report. */
function useDelayProblems(projectId: number, pointIds: readonly number[], rules: readonly RuleDraft[]) {
  const complete = rules.flatMap(({ Definition }, place) => {
    const { data } = RuleDefinition.safeParse(Definition);
    return data && 'onDelaySeconds' in data && data.onDelaySeconds > 0 ? [{ place, definition: data }] : [];
  });
  // Asked when typing pauses: history is read for the answer.
  const asked = useDeferredValue(JSON.stringify({ pointIds: pointIds.slice(0, 1000), rules: complete }));
  const body = JSON.parse(asked) as { pointIds: number[]; rules: typeof complete };
  const answer = useCall(
    'checkAlarmDelays',
    body.pointIds.length > 0 && body.rules.length > 0
      ? {
          body: {
            ProjectId: projectId,
            PointIdList: body.pointIds,
            RuleList: body.rules.map(({ definition }) => definition),
          },
        }
      : null,
    { staleTime: 60_000 },
  );
  return (answer.data ?? []).map((each) => ({ ...each, RuleIndex: body.rules[each.RuleIndex]?.place ?? -1 }));
}

/** Whether what is open under the policy, or some of it, ends by a change: another definition, or no longer watched. */
/** Its limits, points or state change, and so what is in alarm. */
const touchesAlarms = (change: ReturnType<typeof changesOf>): boolean =>
  change.Enabled !== undefined ||
  [
    change.RuleList,
    change.RemoveRuleIdList,
    change.AddPointIdList,
    change.RemovePointIdList,
    change.RemoveGatewayIdList,
    change.RemoveSlaveIdList,
  ].some((each) => each?.length);

const pointName = (point: StrategyPoint | undefined): string | null =>
  point === undefined ? null : [point.ModelTreeName, point.PointName].filter(Boolean).join(' · ');

/** As it is saved: by which way people would be told now, at the level chosen. */
function WhoIsTold({ strategyId }: { strategyId: number }) {
  const t = useText(text);
  const [level, choose] = useState(1);
  return (
    <section className="strategy-told">
      <h2>{t.whoNow}</h2>
      <Segmented
        aria-label={t.receiveLevel}
        value={level}
        onChange={choose}
        options={notifiedLevels.map((each) => ({ value: each, label: <SeverityMark level={each} variant="word" /> }))}
      />
      <Suspense fallback={<ListSkeleton rows={3} />}>
        <NotificationPreview strategyId={strategyId} level={level} />
      </Suspense>
    </section>
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
