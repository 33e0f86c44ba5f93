import { type Confidence, type DeviceWithRoles, mayLeadTo, type RoleCode, roleOf } from '@watchpost/contract';
import { Alert, Button, Select } from 'antd';
import { useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useMay } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle, useNotify, useSave } from '../ui/index.ts';
import { callsAboutRoles } from './callsAboutDiagrams.ts';
import { diagramText } from './text.ts';

interface Choice {
  Mtid: number;
  Role: RoleCode;
  PointId: number | null;
}

/** Proposals of these devices that are as sure as that. */
const proposals = (devices: readonly DeviceWithRoles[], confidences: readonly Confidence[]): Choice[] =>
  devices.flatMap(({ Mtid, RoleList }) =>
    RoleList.flatMap(({ Role, ProposedPointId, Confidence }) =>
      ProposedPointId !== null && Confidence !== null && confidences.includes(Confidence)
        ? [{ Mtid, Role, PointId: ProposedPointId }]
        : [],
    ),
  );

/** What points mean on their devices, and which unit serves which. Proposals are accepted with one act. */
export function RolesView({ projectId, onBack }: { projectId: number; onBack: () => void }) {
  const t = useText(diagramText);
  const notify = useNotify();
  const maySet = useMay('projectConfig');
  const roles = useCall('getPointRoles', { query: { projectId } });
  const save = useSave(callsAboutRoles);
  if (roles.error && !roles.data) return <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />;
  if (!roles.data) return <PageSkeleton cards={1} />;
  const { DeviceList, TotalCount } = roles.data;
  const set = (RoleList: Choice[]) =>
    save('setPointRoles', { body: { ProjectId: projectId, RoleList } }, ({ Changed }) =>
      t.acceptedRoles(Changed),
    ).catch(notify.failure);
  const all = DeviceList.flatMap(({ RoleList }) => RoleList);
  const accepted = all.filter(({ PointId }) => PointId !== null).length;
  const proposed = all.filter(({ ProposedPointId }) => ProposedPointId !== null).length;
  const worthIt = proposals(DeviceList, ['sure', 'likely']);
  const guesses = proposed - worthIt.length;
  return (
    <div className="dg-page">
      <PageTitle
        subtitle={`${t.rolesAndConnections} · ${t.rolesSituation(accepted, proposed, all.length - accepted - proposed)}`}
        actions={<Button onClick={onBack}>{t.back}</Button>}
      />
      <p className="dg-faint">
        {t.rolesHint} {maySet ? '' : t.onlyWithRight}
      </p>
      {maySet && worthIt.length > 0 ? (
        <div className="dg-tools">
          <Button type="primary" onClick={() => void set(worthIt)}>
            {t.acceptAll(worthIt.length)}
          </Button>
          {guesses > 0 ? <span className="dg-faint">{t.guessesStay(guesses)}</span> : null}
        </div>
      ) : null}
      {TotalCount > DeviceList.length ? (
        <Alert type="info" title={t.rolesLeftOut(DeviceList.length, TotalCount)} />
      ) : null}
      {DeviceList.length === 0 ? <EmptyState title={t.noRoles} /> : null}
      {DeviceList.map((device) => (
        <DeviceRoles
          key={device.Mtid}
          projectId={projectId}
          device={device}
          others={DeviceList}
          maySet={maySet}
          onSet={(choice) => void set([choice])}
        />
      ))}
    </div>
  );
}

function DeviceRoles({
  projectId,
  device,
  others,
  maySet,
  onSet,
}: {
  projectId: number;
  device: DeviceWithRoles;
  others: readonly DeviceWithRoles[];
  maySet: boolean;
  onSet: (choice: Choice) => void;
}) {
  const t = useText(diagramText);
  const inWords = useBilingual();
  const notify = useNotify();
  const save = useSave(callsAboutRoles);
  const { Mtid, MName, SmallTypeName, RoleList, PointList, RelationKind, ToMtidList } = device;
  const accepted = RoleList.filter(({ PointId }) => PointId !== null).length;
  const proposed = RoleList.filter(({ ProposedPointId }) => ProposedPointId !== null).length;
  const nameOf = new Map(PointList.map(({ PointId, PointName }) => [PointId, PointName]));
  const reachable = RelationKind ? others.filter(({ SmallTypeCode }) => mayLeadTo(RelationKind, SmallTypeCode)) : [];
  /** What was chosen and is not read back yet: the next choice begins there. Null: as the server has it. */
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const connected = chosen ?? ToMtidList;
  const connect = (ids: number[]) => {
    setChosen(ids);
    void save('setDeviceRelations', { body: { ProjectId: projectId, Mtid, ToMtidList: ids } }, t.connected)
      .catch(notify.failure)
      .finally(() => setChosen((present) => (present === ids ? null : present)));
  };
  // What has no point of its type is not asked for.
  const asked = RoleList.filter(({ Role }) =>
    PointList.some(({ PointTypeCode }) => PointTypeCode === roleOf(Role).type),
  );
  return (
    <details className="dg-roles" open={RelationKind !== null}>
      <summary>
        <b>{MName}</b> <span className="dg-faint">{SmallTypeName}</span>{' '}
        <span className="dg-faint">{t.rolesSituation(accepted, proposed, RoleList.length - accepted - proposed)}</span>
      </summary>
      {RelationKind ? (
        <div className="dg-role-relation">
          <span>{t[RelationKind]}</span>
          <Select<number[]>
            mode="multiple"
            aria-label={`${MName}: ${t[RelationKind]}`}
            optionFilterProp="label"
            disabled={!maySet}
            value={[...connected]}
            onChange={connect}
            options={reachable.map((other) => ({ value: other.Mtid, label: other.MName }))}
          />
          {maySet && connected.length < reachable.length ? (
            <Button onClick={() => connect(reachable.map((other) => other.Mtid))}>
              {t.connectAll(reachable.length)}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ul className="dg-role-list">
        {asked.map(({ Role, PointId, ProposedPointId, Confidence }) => (
          <li key={Role}>
            <span>{inWords(roleOf(Role))}</span>
            <Select<number>
              aria-label={`${MName}: ${inWords(roleOf(Role))}`}
              disabled={!maySet}
              allowClear
              placeholder={t.noPoint}
              value={PointId ?? undefined!}
              onChange={(id: number | undefined) => onSet({ Mtid, Role, PointId: id ?? null })}
              options={PointList.filter(({ PointTypeCode }) => PointTypeCode === roleOf(Role).type).map((point) => ({
                value: point.PointId,
                label: point.PointName,
              }))}
            />
            {ProposedPointId !== null && Confidence ? (
              maySet ? (
                <Button size="small" onClick={() => onSet({ Mtid, Role, PointId: ProposedPointId })}>
                  {t[Confidence]} · {nameOf.get(ProposedPointId)}
                </Button>
              ) : (
                <span className="dg-faint">
                  {t[Confidence]} · {nameOf.get(ProposedPointId)}
                </span>
              )
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
