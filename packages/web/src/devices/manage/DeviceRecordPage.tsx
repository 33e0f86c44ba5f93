import type { DeviceDetail } from '@watchpost/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../lib/defineText.ts';
import { idInAddress } from '../../lib/idInAddress.ts';
import { useLanguage } from '../../lib/language.ts';
import { links } from '../../lib/links.ts';
import { useSession } from '../../lib/session.ts';
import { useCall } from '../../lib/useCall.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle } from '../../ui/index.ts';
import { DeviceFormDialog } from './DeviceFormDialog.tsx';
import { DeviceStand } from './DeviceStand.tsx';
import { Labels } from './Labels.tsx';
import './manage.css';
import { text } from '../text.ts';
import { ShownPointsDialog } from './ShownPointsDialog.tsx';
import { fieldText, manageText } from './text.ts';

/** What is known of one device: its plate, its properties, its points. Route /deviceManage/deviceDetail?id=. */
export function DeviceRecordPage() {
  const t = useText(manageText);
  const words = useText(text);
  const { company } = useSession();
  const [params] = useSearchParams();
  const deviceId = idInAddress(params, 'id');
  const detail = useCall(
    'getModelTreeDetail',
    deviceId === null ? null : { query: { companyId: company.CompanyId, modelTreeId: deviceId } },
    { scope: 'company' },
  );
  if (deviceId === null) {
    return <EmptyState title={words.notChosen} action={<Link to={links.companyDevices}>{t.list}</Link>} />;
  }
  if (detail.error && !detail.data) {
    return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />;
  }
  if (!detail.data) return <PageSkeleton cards={3} />;
  return <DeviceRecord device={detail.data} />;
}

function DeviceRecord({ device }: { device: DeviceDetail }) {
  const t = useText(manageText);
  const f = useText(fieldText);
  const words = useText(text);
  const language = useLanguage();
  const { projects } = useSession();
  const [dialog, setDialog] = useState<'edit' | 'shown' | null>(null);
  const points = useCall('getDmpList', {
    query: { projectId: device.ProjectId, modelTreeId: device.ModelTreeId },
  }).data;
  const close = () => setDialog(null);
  const facts = [
    [f.status, <DeviceStand key="stand" device={device} />],
    [f.project, device.ProjectName],
    [f.area, device.LocationName],
    [f.subsystem, device.BigTypeName],
    [f.deviceClass, device.SmallTypeName],
    [f.brand, device.Brand],
    [f.model, device.Model],
    [f.sn, device.SN],
    [f.specification, device.Specification],
    [f.productionDate, device.ProductionDate],
    [f.alarmConfig, device.IsSetAlarm ? f.configured : f.notConfigured],
    [f.readWrite, device.ReadWrite === 'readWrite' ? f.writable : f.read],
    [f.level, device.PointLevel === null ? null : f.levelOf(device.PointLevel)],
    [f.labels, device.TagList.length > 0 ? <Labels key="labels" labels={device.TagList} /> : null],
    [f.templates, device.StrategyTemplateList.join(' · ')],
    [f.created, device.CreateTime],
  ] as const;
  const said = device.StaticPropertyList.filter(({ Value }) => Value !== null);
  const isOpen = projects.some(({ ProjectId }) => ProjectId === device.ProjectId);
  return (
    <div className="device-record">
      <PageTitle
        subtitle={language === 'en' ? (device.ModelTreeNameEn ?? device.ModelTreeName) : device.ModelTreeName}
        actions={
          <>
            {isOpen ? <Link to={links.device(device.ModelTreeId, device.ProjectId)}>{t.monitor}</Link> : null}
            {device.MayEdit ? (
              <>
                <Button onClick={() => setDialog('shown')}>{t.shownPoints}</Button>
                <Button type="primary" onClick={() => setDialog('edit')}>
                  {t.edit}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      <section className="device-record-head">
        {device.Cover ? <img src={device.Cover} alt={f.cover} /> : null}
        <Facts facts={facts} />
      </section>
      {said.length > 0 ? (
        <section>
          <h2>{f.properties}</h2>
          <Facts
            facts={said.map(({ PropertyName, Value, Unit }) => [PropertyName, Unit ? `${Value} ${Unit}` : Value])}
          />
        </section>
      ) : null}
      <section>
        <h2>{words.pointCount(device.PointCount)}</h2>
        {points && points.length > 0 ? (
          <Facts
            facts={points.map(({ PointName, PointTypeName, Unit, IsWrite, Level }) => [
              PointName,
              [PointTypeName, Unit, f.levelOf(Level), IsWrite ? f.writable : null].filter(Boolean).join(' · '),
            ])}
          />
        ) : (
          <p className="device-faint">{f.noPoints}</p>
        )}
      </section>
      {dialog === 'edit' ? (
        <DeviceFormDialog projectId={device.ProjectId} deviceId={device.ModelTreeId} onClose={close} />
      ) : null}
      {dialog === 'shown' ? (
        <ShownPointsDialog
          projectId={device.ProjectId}
          deviceId={device.ModelTreeId}
          name={device.ModelTreeName}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, React.ReactNode])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
