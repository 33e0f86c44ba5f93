import { type DeviceRow, type Plan, type PlanItem, type PlanZone, planErrors } from '@watchpost/contract';
import { Button, Input, Select } from 'antd';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useHeardNow, useLiveDevices } from '../devices/index.ts';
import { useText } from '../lib/defineText.ts';
import { idInAddress } from '../lib/idInAddress.ts';
import { useBilingual } from '../lib/language.ts';
import { links } from '../lib/links.ts';
import { formatNumber } from '../lib/numbers.ts';
import { useMay, useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { Canvas, clamp, type Place } from '../ui/canvas/index.ts';
import { DeleteDialog, NumberField, useDialog } from '../ui/form/index.ts';
import { useLeaveGuard } from '../ui/form/useLeaveGuard.ts';
import { EmptyState, ErrorState, PageSkeleton, PageTitle, useNotify, useSave } from '../ui/index.ts';
import { autoPlace } from './autoPlace.ts';
import { useBaseMap } from './baseMap.tsx';
import { metresWideOf } from './calibration.ts';
import { callsAboutPlans } from './callsAboutPlans.ts';
import { Handle } from './Handle.tsx';
import { NewPlanForm, PlanSettingsDialog } from './PlanForm.tsx';
import { PlanMarker, PlanPatterns, useMarkerWords } from './PlanMarker.tsx';
import './plans.css';
import { planText } from './text.ts';
import { ZoneShape } from './ZoneShape.tsx';

const PlaceOnSite = lazy(() => import('./PlaceOnSite.tsx').then((m) => ({ default: m.PlaceOnSite })));

/**
 * A new plan, or the drawing of one (`?planId=`), at a desk or with a phone in the hand (`?onSite`). Route /monitor/planCreate.
 */
export function PlanCreatePage() {
  const inWords = useBilingual();
  const navigate = useNavigate();
  const { ProjectId } = useProject();
  const [params] = useSearchParams();
  const planId = idInAddress(params, 'planId');
  const mayEdit = useMay('planEdit');
  const plan = useCall('getPlan', mayEdit && planId !== null ? { query: { planId } } : null);
  if (!mayEdit) return <EmptyState title={inWords(planErrors.mayNotCreate)} />;
  if (planId === null)
    return (
      <NewPlanForm key={ProjectId} onCreated={(created) => void navigate(links.drawPlan(created), { replace: true })} />
    );
  if (plan.error && !plan.data) return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />;
  if (!plan.data) return <PageSkeleton cards={1} />;
  // Each device is saved at once there: the page stays while the plan is read again.
  if (params.has('onSite'))
    return (
      <Suspense fallback={<PageSkeleton cards={1} />}>
        <PlaceOnSite key={plan.data.PlanId} plan={plan.data} />
      </Suspense>
    );
  return <Editor key={`${plan.data.PlanId} ${plan.data.Revision}`} plan={plan.data} />;
}

interface Content {
  readonly items: readonly PlanItem[];
  readonly zones: readonly PlanZone[];
}
type Selected = { readonly kind: 'item' | 'zone'; readonly index: number } | null;

const mostUndo = 100;
const quarter: [number, number][] = [
  [0.3, 0.3],
  [0.6, 0.3],
  [0.6, 0.6],
  [0.3, 0.6],
];

/** What is drawn, with the way back. */
function useContent(first: Content) {
  const [past, setPast] = useState<readonly Content[]>([]);
  const [content, setContent] = useState(first);
  return {
    content,
    changed: past.length > 0,
    change: (next: Partial<Content>) => {
      setPast((before) => [...before, content].slice(-mostUndo));
      setContent({ ...content, ...next });
    },
    undo: () => {
      const last = past.at(-1);
      if (!last) return;
      setContent(last);
      setPast(past.slice(0, -1));
    },
  };
}

function Editor({ plan }: { plan: Plan }) {
  const t = useText(planText);
  const notify = useNotify();
  const navigate = useNavigate();
  const dialog = useDialog();
  const save = useSave(callsAboutPlans);
  const { content, change, changed, undo } = useContent({ items: plan.ItemList, zones: plan.ZoneList });
  const [selected, select] = useState<Selected>(null);
  const [picked, pick] = useState<number | null>(null);
  const [corners, setCorners] = useState<[number, number][] | null>(null);
  const [saving, setSaving] = useState(false);
  const [ends, setEnds] = useState<[number, number][] | null>(null);
  const [length, setLength] = useState<number | null>(null);
  const now = useHeardNow(30_000);
  const markerWords = useMarkerWords();
  const devices = useLiveDevices(plan.ProjectId, {}, true);
  const { drawing, probe } = useBaseMap(plan.BaseMapUrl);
  const deviceOf = useMemo(() => new Map(devices.data?.Data.map((device) => [device.Mtid, device])), [devices.data]);
  useLeaveGuard(changed && !saving);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        pick(null);
        setCorners(null);
        setEnds(null);
      }
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !isTyping) {
        event.preventDefault();
        undo();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  const placedIds = new Set(content.items.map(({ Mtid }) => Mtid));
  const unplaced = (devices.data?.Data ?? []).filter(({ Mtid }) => !placedIds.has(Mtid));
  const nameOf = (deviceId: number) => deviceOf.get(deviceId)?.MName ?? t.unknownDevice(deviceId);
  const size = typeof drawing === 'object' ? drawing : null;

  const place = (deviceId: number, X: number, Y: number) => {
    change({ items: [...content.items, { Mtid: deviceId, PointId: null, X: clamp(X, 0, 1), Y: clamp(Y, 0, 1) }] });
    select({ kind: 'item', index: content.items.length });
    pick(null);
  };
  const setItem = (index: number, part: Partial<PlanItem>) =>
    change({ items: content.items.map((item, each) => (each === index ? { ...item, ...part } : item)) });
  const removeItem = (index: number) => {
    change({ items: content.items.filter((_, each) => each !== index) });
    select(null);
  };
  const setZone = (index: number, part: Partial<PlanZone>) =>
    change({ zones: content.zones.map((zone, each) => (each === index ? { ...zone, ...part } : zone)) });
  const addZone = (Corners: [number, number][]) => {
    change({ zones: [...content.zones, { ZoneName: t.zoneOf(content.zones.length + 1), Corners }] });
    select({ kind: 'zone', index: content.zones.length });
    setCorners(null);
  };
  const onPlace = ({ x, y }: Place) => {
    if (!size) return;
    const [X, Y] = [clamp(x / size.width, 0, 1), clamp(y / size.height, 0, 1)];
    if (ends) setEnds(ends.length < 2 ? [...ends, [X, Y]] : [[X, Y]]);
    else if (corners) setCorners([...corners, [X, Y]]);
    else if (picked !== null) place(picked, X, Y);
    else select(null);
  };
  const keep = async () => {
    setSaving(true);
    try {
      const body = {
        PlanId: plan.PlanId,
        Revision: plan.Revision,
        ItemList: [...content.items],
        ZoneList: [...content.zones],
      };
      await save('savePlanContent', { body }, t.saved);
    } catch (error) {
      notify.failure(error);
    }
    setSaving(false);
  };
  const metresWide =
    size && ends?.length === 2 && length !== null ? metresWideOf(ends[0]!, ends[1]!, size, length) : null;
  const calibrate = (wide: number) =>
    save('editPlan', { body: { PlanId: plan.PlanId, MetresWide: wide } }, t.calibrated(formatNumber(wide, 2))).then(
      () => {
        setEnds(null);
        setLength(null);
      },
      notify.failure,
    );
  const item = selected?.kind === 'item' ? content.items[selected.index] : undefined;
  const zone = selected?.kind === 'zone' ? content.zones[selected.index] : undefined;

  return (
    <div className="plan-page">
      <PageTitle subtitle={`${plan.PlanName} · ${plan.LocationName}`} />
      {probe}
      <div className="plan-tools">
        <Button type="primary" disabled={!changed} loading={saving} onClick={() => void keep()}>
          {t.save}
        </Button>
        <Button disabled={!changed} onClick={undo}>
          {t.undo}
        </Button>
        {ends ? (
          <span className="plan-calibration">
            <span role="status">{ends.length < 2 ? t.markEnds(ends.length) : t.lengthOfLine}</span>
            {ends.length === 2 ? (
              <>
                <NumberField
                  aria-label={t.lengthOfLine}
                  min={0.1}
                  max={5000}
                  precision={2}
                  value={length}
                  onChange={setLength}
                  suffix="m"
                />
                <Button
                  type="primary"
                  disabled={metresWide === null}
                  onClick={() => metresWide !== null && void calibrate(metresWide)}
                >
                  {t.calibrate}
                </Button>
              </>
            ) : null}
            <Button onClick={() => setEnds(null)}>{t.cancel}</Button>
          </span>
        ) : (
          <Button disabled={!size} onClick={() => setEnds([])}>
            {t.measureLength}
          </Button>
        )}
        <span className="plan-actions">
          <Button onClick={() => dialog.open(<PlanSettingsDialog plan={plan} onClose={dialog.close} />)}>
            {t.settings}
          </Button>
          <Button
            danger
            onClick={() =>
              dialog.open(
                <DeletePlan plan={plan} onClose={dialog.close} onDeleted={() => void navigate(links.plans)} />,
              )
            }
          >
            {t.delete}
          </Button>
        </span>
      </div>
      <div className="plan-split">
        <div className="plan-drawing">
          {drawing === 'lost' ? (
            <EmptyState title={t.baseMapLost} hint={t.baseMapLostHint} />
          ) : !size ? (
            <PageSkeleton cards={1} />
          ) : (
            <Canvas
              drawing={size}
              label={plan.PlanName}
              onPlace={onPlace}
              onDropped={(carried, { x, y }) => {
                const deviceId = Number(carried);
                if (deviceOf.has(deviceId)) place(deviceId, x / size.width, y / size.height);
              }}
            >
              {(scale) => (
                <>
                  <PlanPatterns />
                  <image
                    className="plan-base"
                    href={plan.BaseMapUrl}
                    width={size.width}
                    height={size.height}
                    preserveAspectRatio="none"
                  />
                  {content.zones.map((each, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: zones have no id, and none goes before another
                    <ZoneShape key={index} zone={each} drawing={size} pixel={scale.pixel} />
                  ))}
                  {corners ? (
                    <path
                      className="plan-zone-new"
                      vectorEffect="non-scaling-stroke"
                      d={corners.map(([x, y], i) => `${i ? 'L' : 'M'}${x * size.width} ${y * size.height}`).join('')}
                    />
                  ) : null}
                  {ends && ends.length > 0 ? (
                    <g className="plan-line-known">
                      <path
                        vectorEffect="non-scaling-stroke"
                        d={ends.map(([x, y], i) => `${i ? 'L' : 'M'}${x * size.width} ${y * size.height}`).join('')}
                      />
                      {ends.map(([x, y]) => (
                        <circle key={`${x} ${y}`} cx={x * size.width} cy={y * size.height} r={5 * scale.pixel} />
                      ))}
                    </g>
                  ) : null}
                  {content.items.map((each, index) => {
                    const device = deviceOf.get(each.Mtid);
                    const isSelected = selected?.kind === 'item' && selected.index === index;
                    return device ? (
                      <Handle
                        // biome-ignore lint/suspicious/noArrayIndexKey: the same device may stand on it twice
                        key={`${each.Mtid} ${index}`}
                        at={[each.X, each.Y]}
                        drawing={size}
                        scale={scale}
                        label={t.handle(markerWords(each, device, now))}
                        selected={isSelected}
                        onSelect={() => select({ kind: 'item', index })}
                        onMove={(X, Y) => setItem(index, { X, Y })}
                        onRemove={() => removeItem(index)}
                      >
                        <PlanMarker item={each} device={device} now={now} size="named" selected={isSelected} />
                      </Handle>
                    ) : null;
                  })}
                  {zone && selected
                    ? zone.Corners.map((corner, n) => (
                        <Handle
                          // biome-ignore lint/suspicious/noArrayIndexKey: corners have no id
                          key={n}
                          at={corner}
                          drawing={size}
                          scale={scale}
                          label={t.corner(zone.ZoneName, n + 1)}
                          selected={false}
                          onSelect={() => undefined}
                          onMove={(x, y) =>
                            setZone(selected.index, {
                              Corners: zone.Corners.map((each, i) => (i === n ? [x, y] : each)) as [number, number][],
                            })
                          }
                        >
                          <circle className="plan-corner" r={8} />
                        </Handle>
                      ))
                    : null}
                </>
              )}
            </Canvas>
          )}
        </div>
        <aside className="plan-list">
          {item ? (
            <section className="plan-selected">
              <h2>{nameOf(item.Mtid)}</h2>
              <div className="plan-field">
                {t.shows}
                <PointChoice
                  item={item}
                  device={deviceOf.get(item.Mtid)}
                  onChange={(PointId) => setItem(selected!.index, { PointId })}
                />
              </div>
              <Button danger onClick={() => removeItem(selected!.index)}>
                {t.remove}
              </Button>
            </section>
          ) : null}
          <section>
            <h2>{t.unplaced(unplaced.length)}</h2>
            {picked !== null ? <p role="status">{t.picked}</p> : null}
            {devices.error && !devices.data ? (
              <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
            ) : unplaced.length === 0 && devices.data ? (
              <p className="plan-faint">{t.allPlaced}</p>
            ) : (
              <>
                <Button
                  size="small"
                  disabled={!size || unplaced.length === 0}
                  onClick={() =>
                    size &&
                    change({
                      items: [...content.items, ...autoPlace(unplaced, content.zones, size.width / size.height)],
                    })
                  }
                >
                  {t.placeAll}
                </Button>
                <ul>
                  {unplaced.map(({ Mtid, MName, LocationName }) => (
                    <li key={Mtid}>
                      <Button
                        type={picked === Mtid ? 'primary' : 'text'}
                        size="small"
                        draggable
                        aria-label={t.pick(MName)}
                        onDragStart={(event) => event.dataTransfer.setData('text/plain', String(Mtid))}
                        // The keyboard has no pointer to show a place with: in the middle, then on by the arrow keys.
                        onClick={(event) => (event.detail === 0 ? place(Mtid, 0.5, 0.5) : pick(Mtid))}
                      >
                        {MName}
                      </Button>
                      <span className="plan-faint">{LocationName ?? t.noArea}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
          <section>
            <h2>{t.zones}</h2>
            {corners ? (
              <div className="plan-zone-tools">
                <p role="status">{t.drawing(corners.length)}</p>
                <Button size="small" type="primary" disabled={corners.length < 3} onClick={() => addZone(corners)}>
                  {t.finish}
                </Button>
                <Button size="small" onClick={() => setCorners(null)}>
                  {t.cancel}
                </Button>
              </div>
            ) : (
              <div className="plan-zone-tools">
                <Button size="small" onClick={() => setCorners([])}>
                  {t.drawZone}
                </Button>
                <Button size="small" onClick={() => addZone(quarter)}>
                  {t.addRectangle}
                </Button>
              </div>
            )}
            <ul>
              {content.zones.map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: zones have no id, and none goes before another
                <li key={index}>
                  <Input
                    size="small"
                    aria-label={`${t.zoneName} ${index + 1}`}
                    maxLength={30}
                    value={each.ZoneName}
                    onFocus={() => select({ kind: 'zone', index })}
                    onChange={({ target }) => setZone(index, { ZoneName: target.value })}
                  />
                  <Button
                    size="small"
                    type="text"
                    danger
                    aria-label={t.deleteZone(each.ZoneName)}
                    onClick={() => {
                      change({ zones: content.zones.filter((_, other) => other !== index) });
                      select(null);
                    }}
                  >
                    {t.delete}
                  </Button>
                </li>
              ))}
            </ul>
            <p className="plan-faint">{t.zonesHint}</p>
          </section>
        </aside>
      </div>
      {dialog.shown}
    </div>
  );
}

function PointChoice({
  item,
  device,
  onChange,
}: {
  item: PlanItem;
  device: DeviceRow | undefined;
  onChange: (pointId: number | null) => void;
}) {
  const t = useText(planText);
  return (
    <Select
      aria-label={t.shows}
      value={item.PointId ?? 0}
      onChange={(pointId) => onChange(pointId === 0 ? null : pointId)}
      options={[
        { value: 0, label: t.mainPoint },
        ...(device?.Points ?? []).map(({ PointId, PointName }) => ({ value: PointId, label: PointName })),
      ]}
    />
  );
}

function DeletePlan({ plan, onClose, onDeleted }: { plan: Plan; onClose: () => void; onDeleted: () => void }) {
  const t = useText(planText);
  return (
    <DeleteDialog
      call="deletePlan"
      input={{ body: { PlanIdList: [plan.PlanId] } }}
      asks={['getPlanList']}
      title={t.deleteTitle(plan.PlanName)}
      said={t.deleted}
      onClose={onClose}
      onDone={onDeleted}
    >
      {t.deleteHint}
    </DeleteDialog>
  );
}
