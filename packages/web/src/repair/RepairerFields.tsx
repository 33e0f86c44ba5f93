import type { DispatchProposal, RepairOrder } from '@watchpost/contract';
import { Form, Input, Radio, Select } from 'antd';
import { useText } from '../lib/defineText.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useCall } from '../lib/useCall.ts';
import { text } from './text.ts';

/** To whom an order goes: a team of the proposal or none, and a person of it. A person decides; the proposal says why. */
export function RepairerFields({ order, isDispatch }: { order: RepairOrder; isDispatch: boolean }) {
  const t = useText(text);
  const teamId = Form.useWatch('MaintenanceUnitId') as number | undefined;
  const proposals = useCall('getDispatchProposal', { query: { id: order.RepairId } }, { scope: 'company' });
  const people = useCall(
    'getRepairUserList',
    { query: { id: order.RepairId, ...(teamId ? { MaintenanceUnitId: teamId } : {}) } },
    { scope: 'company' },
  );
  const team = proposals.data?.find(({ MaintenanceUnitId }) => MaintenanceUnitId === teamId);
  return (
    <>
      {(proposals.data?.length ?? 0) > 0 ? (
        <Form.Item name="MaintenanceUnitId" label={t.team} extra={t.scoreLegend}>
          <Radio.Group className="repair-proposals">
            <Radio value={undefined}>{t.noTeam}</Radio>
            {proposals.data?.map((each) => (
              <Radio key={each.MaintenanceUnitId} value={each.MaintenanceUnitId}>
                <b>{each.MaintenanceUnitName}</b>{' '}
                {each.Fits ? (
                  <span className="repair-number">{t.score100(formatNumber(each.Score, 1))}</span>
                ) : (
                  <span className="repair-muted">{t.teamDoesNotFit}</span>
                )}
                <Parts of={each} />
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      ) : null}
      <Form.Item
        name="RepairUserId"
        label={t.repairer}
        rules={teamId ? [] : [{ required: true, message: t.needed }]}
        {...(teamId ? { extra: t.firstOfTeam } : {})}
      >
        <Select
          allowClear
          showSearch
          optionFilterProp="label"
          loading={people.isPending}
          options={people.data?.map(({ UserId, Name, OpenCount }) => ({
            value: UserId,
            label: OpenCount > 0 ? `${Name} · ${t.openOrders(OpenCount)}` : Name,
          }))}
        />
      </Form.Item>
      {isDispatch ? (
        <Form.Item
          name="Remark"
          label={team && !team.Fits ? t.whyThisTeam : t.remark}
          rules={team && !team.Fits ? [{ required: true, message: t.needed }] : []}
        >
          <Input maxLength={500} />
        </Form.Item>
      ) : null}
    </>
  );
}

/** What the score is made of, and from what. */
function Parts({ of: each }: { of: DispatchProposal }) {
  const t = useText(text);
  const part = (value: number) => formatNumber(value, 1);
  return (
    <span className="repair-proposal-parts">
      {t.partContract(each.HasContract, part(each.ContractPart))} · {t.partLoad(each.OpenCount, part(each.LoadPart))} ·{' '}
      {t.partDistance(each.Km === null ? null : formatNumber(each.Km, 0), part(each.DistancePart))} ·{' '}
      {t.partExperience(each.ClassCount, part(each.ExperiencePart))} ·{' '}
      {t.partInTime(each.InTargetCount, each.TargetCount, part(each.InTimePart))}
    </span>
  );
}
