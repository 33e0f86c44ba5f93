import type { Plan, PlanItem } from '@watchpost/contract';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useHeardNow, useLiveDevices } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { links } from '../lib/links.ts';
import { Canvas, clamp } from '../ui/canvas/index.ts';
import { EmptyState, ErrorState, ListSkeleton, PageSkeleton, PageTitle, useNotify, useSave } from '../ui/index.ts';
import { useBaseMap } from './baseMap.tsx';
import { callsAboutPlans } from './callsAboutPlans.ts';
import { onSiteOrder } from './onSiteOrder.ts';
import { PlanDrawing } from './PlanDrawing.tsx';
import './PlaceOnSite.css';
import { planText } from './text.ts';

const noDevices: ReadonlySet<number> = new Set();

/**
 * Placing with a phone in the hand: stand at a device, tap the plan there, choose the device. Each is saved at once and can be
 * taken back, so that a walk through the building can end at any time.
 */
export function PlaceOnSite({ plan }: { plan: Plan }) {
  const t = useText(planText);
  const notify = useNotify();
  const save = useSave(callsAboutPlans);
  const now = useHeardNow(30_000);
  const [at, setAt] = useState<{ X: number; Y: number } | null>(null);
  const [search, setSearch] = useState('');
  const [last, setLast] = useState<{ deviceId: number; name: string; old: PlanItem | undefined } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const words = search.trim();
  const all = useLiveDevices(plan.ProjectId, {}, true);
  // Of more devices than one answer holds, the server looks for the name, and the plan asks for those that stand on it.
  const tooMany = (all.data?.TotalCount ?? 0) > (all.data?.Data.length ?? 0);
  const placedIds = useMemo(() => [...new Set(plan.ItemList.map(({ Mtid }) => Mtid))], [plan.ItemList]);
  const found = useLiveDevices(plan.ProjectId, { name: words }, tooMany && words !== '');
  const onPlan = useLiveDevices(plan.ProjectId, { deviceIds: placedIds }, tooMany && placedIds.length > 0, 'before');
  const devices = tooMany && words !== '' ? found : all;
  const { drawing, probe } = useBaseMap(plan.BaseMapUrl);
  const drawn = tooMany ? onPlan.data : all.data;
  const deviceOf = useMemo(() => new Map(drawn?.Data.map((device) => [device.Mtid, device])), [drawn]);
  const placed = plan.ItemList.flatMap((item, index) => {
    const device = deviceOf.get(item.Mtid);
    return device ? [{ item, device, key: `${item.Mtid} ${index}` }] : [];
  });
  const listed = onSiteOrder(devices.data?.Data ?? [], plan.ItemList, plan.ZoneList, at, plan.LocationName).filter(
    ({ device: { MName, LocationName } }) =>
      `${MName} ${LocationName ?? ''}`.toLowerCase().includes(words.toLowerCase()),
  );
  // Of the project, not of those that were looked for.
  const unplaced = Math.max(0, (all.data?.TotalCount ?? 0) - placedIds.length);

  /** Puts one device there, or takes it off. A refusal reads the plan again: somebody else may have changed it. */
  const keep = async (deviceId: number, item: PlanItem | undefined, said: string): Promise<boolean> => {
    setSaving(true);
    try {
      const others = plan.ItemList.filter(({ Mtid }) => Mtid !== deviceId);
      const ItemList = item ? [...others, item] : others;
      const body = { PlanId: plan.PlanId, Revision: plan.Revision, ItemList, ZoneList: plan.ZoneList };
      await save('savePlanContent', { body }, said);
      return true;
    } catch (error) {
      notify.failure(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  const place = async (deviceId: number, name: string) => {
    if (!at) return;
    const old = plan.ItemList.find(({ Mtid }) => Mtid === deviceId);
    const item: PlanItem = { Mtid: deviceId, PointId: old?.PointId ?? null, ...at };
    if (!(await keep(deviceId, item, t.placedOne(name)))) return;
    setLast({ deviceId, name, old });
    setAt(null);
    setSearch('');
  };
  const takeBack = async ({ deviceId, name, old }: NonNullable<typeof last>) => {
    if (await keep(deviceId, old, t.takenBack(name))) setLast(null);
  };

  return (
    <div className="plan-page on-site">
      <PageTitle title={t.onSite} subtitle={`${plan.PlanName} · ${plan.LocationName}`} />
      {probe}
      <div className="on-site-drawing">
        {drawing === 'lost' ? (
          <EmptyState title={t.baseMapLost} hint={t.baseMapLostHint} />
        ) : drawing === 'loading' ? (
          <PageSkeleton cards={1} />
        ) : (
          <Canvas
            beginsHigh
            drawing={drawing}
            label={plan.PlanName}
            onPlace={({ x, y }) => setAt({ X: clamp(x / drawing.width, 0, 1), Y: clamp(y / drawing.height, 0, 1) })}
          >
            {({ pixel }) => (
              <>
                <PlanDrawing
                  plan={plan}
                  placed={placed}
                  drawing={drawing}
                  pixel={pixel}
                  heat={null}
                  names
                  now={now}
                  never={noDevices}
                />
                {at ? (
                  <g
                    className="on-site-pin"
                    transform={`translate(${at.X * drawing.width} ${at.Y * drawing.height}) scale(${pixel})`}
                  >
                    <path d="M0 0-13-22a15 15 0 1 1 26 0Z" />
                    <circle cy={-29} r={5} />
                  </g>
                ) : null}
              </>
            )}
          </Canvas>
        )}
      </div>
      <div className="on-site-foot">
        <p role="status">{at ? t.whichDevice : t.tapPlan}</p>
        {last ? (
          <Button size="large" disabled={isSaving} onClick={() => void takeBack(last)}>
            {t.takeBack(last.name)}
          </Button>
        ) : null}
        <Link to={links.plan(plan.PlanId)}>{t.finish}</Link>
      </div>
      <section aria-label={t.devices} className="on-site-list">
        <Input
          size="large"
          allowClear
          aria-label={t.findDevice}
          placeholder={t.findDevice}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {devices.error && !devices.data ? (
          <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
        ) : !devices.data ? (
          <ListSkeleton />
        ) : (
          <>
            <p className="plan-faint">
              {listed.length === 0 ? t.noneFound : unplaced === 0 ? t.allPlaced : t.unplaced(unplaced)}
            </p>
            <ul>
              {listed.map(({ device: { Mtid, MName, LocationName }, isPlaced }) => (
                <li key={Mtid}>
                  <button
                    type="button"
                    disabled={!at || isSaving}
                    className={isPlaced ? 'on-site-device on-site-placed' : 'on-site-device'}
                    onClick={() => void place(Mtid, MName)}
                  >
                    <strong>{MName}</strong>
                    <span>{LocationName ?? t.noArea}</span>
                    {isPlaced ? <span>{t.moveHere}</span> : null}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}
