import {
  cornersMax,
  FenceForm,
  type FenceRow,
  fenceKinds,
  fenceKindWords,
  fenceRadius,
  fencesOfProject,
  stopKinds,
  stopKindWords,
} from '@watchpost/contract';
import { Form, Input, Segmented, Select } from 'antd';
import { useMemo } from 'react';
import { useText } from '../lib/defineText.ts';
import { useBilingual } from '../lib/language.ts';
import { useProject } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { useMapTiles } from '../projects/index.ts';
import { FormDialog, NumberField, useSchemaForm } from '../ui/form/index.ts';
import { useSave } from '../ui/index.ts';
import { type DraftArea, FenceMap } from '../ui/map/index.ts';
import { CornersInput } from './CornersInput.tsx';
import { callsAboutTransport } from './callsAboutTransport.ts';
import { fencesOnMap } from './fencesOnMap.ts';
import { fenceText } from './text.ts';
import './transport.css';

type Typed = number | string | null | undefined;
const isDegree = (value: Typed, most: number): boolean =>
  value !== '' && value != null && Number.isFinite(Number(value)) && Math.abs(Number(value)) <= most;

/** What the map can show of what stands in the form. */
function draftOf(values: {
  Kind?: string;
  Latitude?: Typed;
  Longitude?: Typed;
  RadiusMetres?: Typed;
  CornerList?: readonly { Latitude: Typed; Longitude: Typed }[];
}): DraftArea {
  const placeOf = ({ Latitude, Longitude }: { Latitude?: Typed; Longitude?: Typed }) =>
    isDegree(Latitude, 90) && isDegree(Longitude, 180)
      ? { latitude: Number(Latitude), longitude: Number(Longitude) }
      : null;
  if (values.Kind === 'polygon')
    return { kind: 'polygon', corners: (values.CornerList ?? []).flatMap((corner) => placeOf(corner) ?? []) };
  const radius = Number(values.RadiusMetres);
  return { kind: 'circle', centre: placeOf(values), radiusMetres: radius > 0 ? radius : null };
}

/** Adds or changes a geofence; `at` puts a new one at a place. */
export function FenceDialog({
  present,
  at,
  onClose,
}: {
  /** Null: a new one. */
  present: FenceRow | null;
  at?: { readonly latitude: number; readonly longitude: number };
  onClose: () => void;
}) {
  const t = useText(fenceText);
  const inWords = useBilingual();
  const { ProjectId } = useProject();
  const tiles = useMapTiles();
  const projectId = present?.ProjectId ?? ProjectId;
  const save = useSave(callsAboutTransport, onClose);
  const known = useCall('getGeofencePage', {
    body: { ProjectId: projectId, PageIndex: 1, PageSize: fencesOfProject },
  }).data;
  const others = useMemo(
    () => fencesOnMap((known?.Data ?? []).filter(({ GeofenceId }) => GeofenceId !== present?.GeofenceId)),
    [known, present],
  );
  const isCircle = present?.Kind === 'circle';
  const form = useSchemaForm(FenceForm, {
    initial: {
      GeofenceId: present?.GeofenceId,
      ProjectId: projectId,
      GeofenceName: present?.GeofenceName ?? '',
      StopKind: present?.StopKind ?? 'customer',
      Kind: present?.Kind ?? 'circle',
      Latitude: isCircle ? present.Latitude : (at?.latitude ?? null),
      Longitude: isCircle ? present.Longitude : (at?.longitude ?? null),
      RadiusMetres: isCircle ? present.RadiusMetres : 200,
      CornerList: present?.CornerList ?? [],
    },
    save: (body) => save('saveGeofence', { body }, t.saved),
  });
  const watched = Form.useWatch((values) => values, { form: form.antd, preserve: true });
  const values = { ...form.initial, ...watched } as Parameters<typeof draftOf>[0];
  const draft = draftOf(values);
  const onDraw = (next: DraftArea) => {
    form.antd.setFieldsValue(
      (next.kind === 'polygon'
        ? { CornerList: next.corners.map(({ latitude, longitude }) => ({ Latitude: latitude, Longitude: longitude })) }
        : {
            Latitude: next.centre?.latitude ?? null,
            Longitude: next.centre?.longitude ?? null,
            RadiusMetres: next.radiusMetres,
          }) as never,
    );
    form.noteChange();
  };
  return (
    <FormDialog form={form} title={present ? t.edit : t.add} width={760} onClose={onClose}>
      <div className="transport-form">
        <form.Field name="GeofenceName" label={t.name}>
          <Input maxLength={20} />
        </form.Field>
        <form.Field name="StopKind" label={t.use}>
          <Select options={stopKinds.map((value) => ({ value, label: inWords(stopKindWords[value]) }))} />
        </form.Field>
        <form.Field name="Kind" label={t.shape}>
          <Segmented
            aria-label={t.shape}
            options={fenceKinds.map((value) => ({ value, label: inWords(fenceKindWords[value]) }))}
          />
        </form.Field>
        {draft.kind === 'circle' ? (
          <form.Field name="RadiusMetres" label={t.radius}>
            <NumberField min={fenceRadius.min} max={fenceRadius.max} step={50} />
          </form.Field>
        ) : null}
      </div>
      <div className="transport-map transport-map-small">
        <FenceMap label={t.map} tiles={tiles} draft={draft} others={others} onChange={onDraw} />
      </div>
      <p className="transport-muted">{draft.kind === 'circle' ? t.circleHint : t.polygonHint}</p>
      {draft.kind === 'circle' ? (
        <div className="transport-form">
          <form.Field name="Latitude" label={t.latitude}>
            <NumberField step={0.001} />
          </form.Field>
          <form.Field name="Longitude" label={t.longitude}>
            <NumberField step={0.001} />
          </form.Field>
        </div>
      ) : (
        <form.Field name="CornerList" label={t.corners} extra={t.cornersHint(cornersMax)}>
          <CornersInput />
        </form.Field>
      )}
    </FormDialog>
  );
}
