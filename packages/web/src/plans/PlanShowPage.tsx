import { type Plan, planErrors } from '@watchpost/contract';
import { Button, Checkbox, Select } from 'antd';
import { lazy, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { LiveStatus, severityRank } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { usePreference } from '../lib/preferences.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { ReplayBar, ReplayButton, useDevicesThen } from '../replay/index.ts';
import { Canvas } from '../ui/canvas/index.ts';
import { EmptyState, ErrorState, ListSkeleton, PageSkeleton, PageTitle, SeverityMark, useNotify } from '../ui/index.ts';
import { PrintButton } from '../ui/print/PrintButton.tsx';
import { useBaseMap } from './baseMap.tsx';
import { HeatLegend, useHeatMap } from './HeatLayer.tsx';
import { PlanDrawing } from './PlanDrawing.tsx';
import { pointShown, useMarkerWords, useStateWords, valueShown } from './PlanMarker.tsx';
import './plans.css';
import { ScaleBar } from './ScaleBar.tsx';
import { planText } from './text.ts';

// Only who prints loads it.
const PlanSheet = lazy(() => import('./PlanSheet.tsx').then((m) => ({ default: m.PlanSheet })));

/** The floor plans of a project with what its devices measure. Route /monitor/planShow. */
export function PlanShowPage() {
  const { ProjectId } = useProject();
  return <Plans key={ProjectId} projectId={ProjectId} />;
}

/** One plan that fills the window. Route /plan. */
export function PlanWindowPage() {
  const { ProjectId } = useProject();
  return <Plans key={ProjectId} projectId={ProjectId} filling />;
}

function Plans({ projectId, filling = false }: { projectId: number; filling?: boolean }) {
  const t = useText(planText);
  const inWords = useBilingual();
  const notify = useNotify();
  const navigate = useNavigate();
  const mayEdit = useMay('planEdit');
  const [params, setParams] = useSearchParams();
  const [names, setNames] = usePreference('plans.names', true);
  const [heat, setHeat] = usePreference('plans.heat', false);
  const plans = useCall('getPlanList', { query: { projectId } });
  const wanted = idInAddress(params, 'planId');
  const shown = plans.data?.find(({ PlanId }) => PlanId === wanted) ?? plans.data?.[0];
  const plan = useCall('getPlan', shown ? { query: { planId: shown.PlanId } } : null);
  const error = plans.error ?? plan.error;

  const create = () => (mayEdit ? void navigate(links.newPlan) : notify.warning(inWords(planErrors.mayNotCreate)));
  if (error && !plan.data)
    return <ErrorState error={error} onRetry={() => void (plans.error ? plans : plan).refetch()} />;
  if (!plans.data) return <PageSkeleton cards={1} />;
  const createButton = (
    <Button type={shown ? 'default' : 'primary'} onClick={create}>
      {t.create}
    </Button>
  );
  if (!shown) return <EmptyState title={t.none} hint={t.noneHint} action={createButton} />;
  return (
    <div className={filling ? 'plan-page plan-page-filling' : 'plan-page'}>
      <div className="plan-tools">
        <Select
          aria-label={t.plan}
          value={shown.PlanId}
          onChange={(planId) =>
            setParams((before) => ({ ...Object.fromEntries(before), planId: String(planId) }), { replace: true })
          }
          options={plans.data.map(({ PlanId, PlanName, LocationName }) => ({
            value: PlanId,
            label: `${PlanName} · ${LocationName}`,
          }))}
        />
        <Checkbox checked={names} onChange={({ target }) => setNames(target.checked)}>
          {t.names}
        </Checkbox>
        <Checkbox checked={heat} onChange={({ target }) => setHeat(target.checked)}>
          {t.heat}
        </Checkbox>
        {filling ? null : (
          <span className="plan-actions">
            <Link to={links.planWindow(shown.PlanId)}>{t.window}</Link>
            {mayEdit ? <Link to={links.placeOnSite(shown.PlanId)}>{t.onSite}</Link> : null}
            {mayEdit ? <Link to={links.drawPlan(shown.PlanId)}>{t.draw}</Link> : null}
            {createButton}
          </span>
        )}
      </div>
      {plan.data ? (
        <ShownPlan key={plan.data.PlanId} plan={plan.data} names={names} showsHeat={heat} />
      ) : (
        <PageSkeleton cards={1} />
      )}
    </div>
  );
}

function ShownPlan({ plan, names, showsHeat }: { plan: Plan; names: boolean; showsHeat: boolean }) {
  const t = useText(planText);
  const stateWords = useStateWords();
  const markerWords = useMarkerWords();
  const [pixel, setPixel] = useState<number | null>(null);
  const ids = useMemo(() => [...new Set(plan.ItemList.map(({ Mtid }) => Mtid))], [plan.ItemList]);
  const { devices, now, never, leftOut, replay } = useDevicesThen(plan.ProjectId, ids);
  const { drawing, probe } = useBaseMap(plan.BaseMapUrl);
  const deviceOf = useMemo(() => new Map(devices.data?.Data.map((device) => [device.Mtid, device])), [devices.data]);
  const placed = plan.ItemList.flatMap((item, index) => {
    const device = deviceOf.get(item.Mtid);
    return device ? [{ item, device, key: `${item.Mtid} ${item.PointId} ${index}` }] : [];
  });
  const temperatures = useHeatMap(plan, showsHeat ? placed : [], typeof drawing === 'string' ? null : drawing, now);
  const heat = showsHeat ? temperatures : null;
  const newest = Math.max(0, ...placed.flatMap(({ device }) => device.Points.map(({ Time }) => Time ?? 0)));
  // The most pressing first: in the list, and to be given room on the drawing.
  const listed = placed.toSorted((a, b) => severityRank(a.device, now) - severityRank(b.device, now));
  const shown = { placed: listed, heat, names, now, never };
  return (
    <div className="plan-split">
      <PageTitle
        subtitle={`${plan.PlanName} · ${plan.LocationName}`}
        actions={
          <>
            {replay.moment === null ? <LiveStatus newest={newest === 0 ? null : newest} /> : null}
            <ReplayButton replay={replay} />
            <PrintButton
              disabled={typeof drawing === 'string' || (placed.length === 0 && ids.length > 0)}
              sheet={(onDone) =>
                typeof drawing === 'string' ? null : (
                  <PlanSheet {...shown} plan={plan} moment={replay.moment} drawing={drawing} onDone={onDone} />
                )
              }
            />
          </>
        }
      />
      {probe}
      <div className="plan-above">
        <ReplayBar projectId={plan.ProjectId} replay={replay} />
        {showsHeat ? <HeatLegend isScaled={plan.MetresWide !== null} /> : null}
      </div>
      <div className="plan-drawing">
        {drawing === 'lost' ? (
          <EmptyState title={t.baseMapLost} hint={t.baseMapLostHint} />
        ) : drawing === 'loading' ? (
          <PageSkeleton cards={1} />
        ) : (
          <>
            <Canvas drawing={drawing} label={plan.PlanName} onPixel={setPixel} beginsHigh>
              {(scale) => (
                <PlanDrawing
                  {...shown}
                  plan={plan}
                  drawing={drawing}
                  pixel={scale.pixel}
                  around={({ item, device }, marker) => (
                    <Link
                      to={links.device(device.Mtid)}
                      aria-label={markerWords(item, device, now, never.has(device.Mtid))}
                      onPointerDown={(event) => event.stopPropagation()}
                    >
                      {marker}
                    </Link>
                  )}
                />
              )}
            </Canvas>
            {plan.MetresWide !== null && pixel !== null ? (
              <ScaleBar metresWide={plan.MetresWide} pixel={pixel} />
            ) : null}
          </>
        )}
      </div>
      <aside className="plan-list">
        <h2>{t.onPlan}</h2>
        {leftOut > 0 ? <p className="plan-left-out">{t.leftOut(ids.length - leftOut, ids.length)}</p> : null}
        {devices.error && !devices.data ? (
          <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
        ) : plan.ItemList.length > 0 && !devices.data ? (
          <ListSkeleton />
        ) : placed.length === 0 ? (
          <p>{t.nothingPlaced}</p>
        ) : (
          <ul>
            {listed.map(({ item, device, key }) => (
              <li key={key}>
                <Link to={links.device(device.Mtid)}>{device.MName}</Link>
                {device.AlarmLevel !== null && device.AlarmLevel < 4 ? (
                  <SeverityMark level={device.AlarmLevel} variant="tag" />
                ) : (
                  <span className="plan-faint">{stateWords(device, now, never.has(device.Mtid))}</span>
                )}
                <span className="tabular">{valueShown(pointShown(item, device), now)}</span>
              </li>
            ))}
          </ul>
        )}
      </aside>
    </div>
  );
}
