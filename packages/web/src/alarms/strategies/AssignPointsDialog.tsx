import type { AllCalls, CallData, StrategyRow } from '@watchpost/contract';
import { Alert, Button, Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useLanguage } from '../../lib/language.ts';
import { colon } from '../../lib/punctuation.ts';
import { useCall, useCallMutation } from '../../lib/useCall.ts';
import { useNotify } from '../../ui/index.ts';
import { text } from './text.ts';
import { useStrategiesChanged } from './useStrategiesChanged.ts';

const filters = ['SmallTypeIdList', 'PointTypeIdList', 'LocationIdList', 'ModelTreeIdList'] as const;
type Chosen = Partial<Record<(typeof filters)[number], number[]>>;

/** Puts all points that fit under a strategy, or takes them out. Mount it to show it. */
export function AssignPointsDialog({ strategy, onClose }: { strategy: StrategyRow; onClose: () => void }) {
  const t = useText(text);
  const comma = useLanguage() === 'zh' ? '、' : ', ';
  const notify = useNotify();
  const changed = useStrategiesChanged();
  const assigning = useCallMutation('assignAlarmStrategy');
  const choices = useCall('getAlarmStrategyChoices', { query: { projectId: strategy.ProjectId } }).data;
  const [chosen, choose] = useState<Chosen>({
    ...(strategy.SmallTypeId === null ? {} : { SmallTypeIdList: [strategy.SmallTypeId] }),
    ...(strategy.PointTypeId === null ? {} : { PointTypeIdList: [strategy.PointTypeId] }),
  });
  const [found, setFound] = useState<CallData<AllCalls['assignAlarmStrategy']> | null>(null);
  const given = Object.values(chosen).some((ids) => ids.length > 0);
  const ask = async (how: { IsDryRun?: boolean; Remove?: boolean }) => {
    try {
      const answer = await assigning.mutateAsync({ body: { StrategyId: strategy.StrategyId, ...chosen, ...how } });
      const isUnclear = answer.UnclearList.length > 0;
      if (how.IsDryRun || isUnclear) setFound(answer);
      if (how.IsDryRun) return;
      notify.success(t.fits(answer.Matched, answer.Changed));
      if (!isUnclear) onClose();
      await changed();
    } catch (error) {
      notify.failure(error);
    }
  };
  const options = {
    SmallTypeIdList: choices?.SmallTypeList,
    PointTypeIdList: choices?.PointTypeList,
    LocationIdList: choices?.LocationList,
    ModelTreeIdList: choices?.ModelTreeList,
  };
  const labels = {
    SmallTypeIdList: t.deviceClass,
    PointTypeIdList: t.pointType,
    LocationIdList: t.area,
    ModelTreeIdList: t.device,
  };
  return (
    <Modal
      open
      title={t.assignTitle(strategy.StrategyName)}
      onCancel={onClose}
      footer={
        <>
          <Button disabled={!given} loading={assigning.isPending} onClick={() => void ask({ IsDryRun: true })}>
            {t.preview}
          </Button>
          <Button danger disabled={!given} onClick={() => void ask({ Remove: true })}>
            {t.takeOut}
          </Button>
          <Button type="primary" disabled={!given} loading={assigning.isPending} onClick={() => void ask({})}>
            {t.putIn}
          </Button>
        </>
      }
    >
      <p className="strategy-hint">{t.assignHint}</p>
      <Form layout="vertical">
        {filters.map((filter) => (
          <Form.Item key={filter} label={labels[filter]}>
            <Select
              mode="multiple"
              allowClear
              aria-label={labels[filter]}
              optionFilterProp="label"
              value={chosen[filter] ?? []}
              onChange={(ids: number[]) => {
                choose({ ...chosen, [filter]: ids });
                setFound(null);
              }}
              options={(options[filter] ?? []).map(({ Key, Value }) => ({ value: Key, label: Value }))}
            />
          </Form.Item>
        ))}
      </Form>
      {found ? <Alert type="info" showIcon title={t.fits(found.Matched, found.Changed)} /> : null}
      {found && found.UnclearList.length > 0 ? (
        <Alert
          className="strategy-plan"
          type="warning"
          showIcon
          title={`${t.unclear}${colon()}${found.UnclearList.join(comma)}`}
        />
      ) : null}
    </Modal>
  );
}
