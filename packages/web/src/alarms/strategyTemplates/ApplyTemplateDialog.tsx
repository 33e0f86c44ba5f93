import type { AllCalls, CallData, StrategyTemplateRow } from '@watchpost/contract';
import { Alert, Button, Form, Modal, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { useSession } from '../../lib/session.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { useNotify } from '../../ui/index.ts';
import { text as strategyText } from '../strategies/text.ts';
import { text } from './text.ts';
import { useTemplatesChanged } from './useTemplatesChanged.ts';

type Plan = CallData<AllCalls['applyStrategyTemplate']>;

/** Gives a template to devices of its class in several projects, after showing what it would watch there. Mount it to show it. */
export function ApplyTemplateDialog({ template, onClose }: { template: StrategyTemplateRow; onClose: () => void }) {
  const t = useText(text);
  const s = useText(strategyText);
  const comma = useLanguage() === 'zh' ? '，' : ', ';
  const notify = useNotify();
  const changed = useTemplatesChanged();
  const { company, projects, limitedProjects } = useSession();
  const applying = useCallMutation('applyStrategyTemplate');
  const [chosen, choose] = useState<number[]>([]);
  const [devices, setDevices] = useState<number[]>([]);
  const [each, setEach] = useState(false);
  const [enabled, setEnabled] = useState(true);
  const [plan, setPlan] = useState<Plan | null>(null);
  const only = chosen.length === 1 ? chosen[0]! : null;
  const choices = useCall('getAlarmStrategyChoices', only === null ? null : { query: { projectId: only } }, {
    staleTime: 60_000,
  }).data;
  const places = projects
    .filter(({ ProjectId }) => !limitedProjects.has(ProjectId))
    .map(({ ProjectId, ProjectName }) => ({ value: ProjectId, label: ProjectName }));
  const ask = async (IsDryRun: boolean) => {
    try {
      const answer = await applying.mutateAsync({
        body: {
          CompanyId: company.CompanyId,
          TemplateId: template.TemplateId,
          ProjectIdList: chosen,
          ModelTreeIdList: only !== null && devices.length > 0 ? devices : null,
          IsEach: each,
          Enabled: enabled,
          IsDryRun,
        },
      });
      if (IsDryRun) return setPlan(answer);
      const made = answer.reduce((sum, { NewCount }) => sum + NewCount, 0);
      notify.success(t.applied(made, answer.filter(({ ExtendedName }) => ExtendedName !== null).length));
      onClose();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const does = plan?.some(({ NewCount, ExtendedName }) => NewCount > 0 || ExtendedName !== null) ?? false;
  const sayOf = ({ DeviceCount, PointCount, WatchedCount, NewCount, ExtendedName }: Plan[number]) =>
    PointCount === 0
      ? t.noDevices
      : [
          t.counts(DeviceCount, PointCount),
          WatchedCount > 0 ? t.watched(WatchedCount) : '',
          NewCount > 0 ? t.makes(NewCount) : ExtendedName === null ? t.nothing : t.extends(ExtendedName),
        ]
          .filter(Boolean)
          .join(comma);
  return (
    <Modal
      open
      title={t.applyTitle(template.TemplateName)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button disabled={chosen.length === 0} loading={applying.isPending} onClick={() => void ask(true)}>
            {t.preview}
          </Button>
          <Button type="primary" disabled={!does} loading={applying.isPending} onClick={() => void ask(false)}>
            {t.apply}
          </Button>
        </>
      }
    >
      {template.PointTypeId === null ? <Alert type="warning" showIcon title={t.typeGone} /> : null}
      <Form layout="vertical">
        <Form.Item
          label={t.projects}
          extra={
            <Button
              type="link"
              size="small"
              onClick={() => {
                choose(places.map(({ value }) => value));
                setPlan(null);
              }}
            >
              {t.allProjects}
            </Button>
          }
        >
          <Select
            mode="multiple"
            aria-label={t.projects}
            optionFilterProp="label"
            maxTagCount={8}
            value={chosen}
            onChange={(ids: number[]) => {
              choose(ids);
              setDevices([]);
              setPlan(null);
            }}
            options={places}
          />
        </Form.Item>
        <Form.Item label={t.devices} extra={only === null ? t.oneProject : undefined}>
          <Select
            mode="multiple"
            aria-label={t.devices}
            allowClear
            disabled={only === null}
            placeholder={t.allDevices(template.SmallTypeName)}
            optionFilterProp="label"
            value={devices}
            onChange={(ids: number[]) => {
              setDevices(ids);
              setPlan(null);
            }}
            options={(choices?.ModelTreeList ?? [])
              .filter(({ SmallTypeId }) => SmallTypeId === template.SmallTypeId)
              .map(({ Key, Value }) => ({ value: Key, label: Value }))}
          />
        </Form.Item>
        <Form.Item label={t.how}>
          <Radio.Group
            value={each}
            onChange={({ target }) => {
              setEach(target.value);
              setPlan(null);
            }}
            options={[
              { value: false, label: t.perProject },
              { value: true, label: t.perDevice },
            ]}
          />
        </Form.Item>
        <Form.Item label={t.enabled}>
          <Switch aria-label={t.enabled} checked={enabled} onChange={setEnabled} />
        </Form.Item>
      </Form>
      {plan?.map((row) => (
        <Alert
          key={row.ProjectId}
          className="strategy-plan"
          type={typeOf(row)}
          showIcon
          title={row.ProjectName}
          description={
            <>
              {sayOf(row)}
              <Lacking row={row} />
            </>
          }
        />
      ))}
      {places.length === 0 ? <Alert type="info" title={s.readOnly} /> : null}
    </Modal>
  );
}

/** Green only where every device of the class is watched and judged. */
function typeOf({ PointCount, NewCount, ExtendedName, LackingList }: Plan[number]): 'warning' | 'success' | 'info' {
  if (PointCount === 0 || LackingList.some(({ IsJudged }) => !IsJudged)) return 'warning';
  return NewCount > 0 || ExtendedName !== null ? 'success' : 'info';
}

/** Devices that the template does not watch, or not in full, by name. */
function Lacking({ row: { LackingCount, LackingList } }: { row: Plan[number] }) {
  const t = useText(text);
  const comma = useLanguage() === 'zh' ? '、' : ', ';
  if (LackingCount === 0) return null;
  const more = LackingCount - LackingList.length;
  return (
    <>
      <p>{t.lacking(LackingCount)}</p>
      <ul>
        {LackingList.map(({ ModelTreeId, ModelTreeName, PointTypeNameList, CandidateList, IsWatched, IsJudged }) => {
          const what = PointTypeNameList.join(comma);
          return (
            <li key={ModelTreeId}>
              {CandidateList.length > 0
                ? t.unclear(ModelTreeName, what, CandidateList.join(comma))
                : (IsJudged ? t.watchedWithout : IsWatched ? t.notJudged : t.notWatched)(ModelTreeName, what)}
            </li>
          );
        })}
        {more > 0 ? <li>{t.andMore(more)}</li> : null}
      </ul>
    </>
  );
}
