import { type NewWaybill, stopsOfWaybill } from '@watchpost/contract';
import { Button, Input, Select } from 'antd';
import type { z } from 'zod';
import { useText } from '../lib/defineText.ts';
import { waybillText } from './text.ts';
import './transport.css';

type Stop = NonNullable<z.input<typeof NewWaybill>['StopList']>[number];

/** Where a waybill is to stop on its way, one a row, in order. Fits a `Form.Item`. */
export function StopsInput({
  fences,
  value = [],
  onChange,
}: {
  fences: readonly { readonly value: number; readonly label: string }[];
  value?: readonly Stop[];
  onChange?: (stops: Stop[]) => void;
}) {
  const t = useText(waybillText);
  const change = (place: number, part: Partial<Stop>) =>
    onChange?.(value.map((stop, i) => (i === place ? { ...stop, ...part } : stop)));
  return (
    <>
      {value.map((stop, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new stops have no name of their own
        <div key={place} className="transport-stop">
          <Select
            aria-label={t.stopFence(place + 1)}
            placeholder={t.stopFenceShort}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={typeof stop.GeofenceId === 'number' ? stop.GeofenceId : null}
            options={[...fences]}
            onChange={(GeofenceId: number | undefined) => change(place, { GeofenceId: GeofenceId ?? null })}
          />
          <Input
            aria-label={t.stopName(place + 1)}
            placeholder={t.stopNameShort}
            value={stop.StopName}
            maxLength={100}
            onChange={({ target }) => change(place, { StopName: target.value })}
          />
          <Input
            aria-label={t.stopPlanned(place + 1)}
            placeholder="2026-12-01 12:00"
            value={stop.PlannedTime ?? ''}
            maxLength={19}
            onChange={({ target }) => change(place, { PlannedTime: target.value })}
          />
          <Button
            type="link"
            aria-label={t.removeStop(place + 1)}
            onClick={() => onChange?.(value.filter((_, i) => i !== place))}
          >
            {t.remove}
          </Button>
        </div>
      ))}
      {value.length < stopsOfWaybill ? (
        <Button
          type="link"
          onClick={() => onChange?.([...value, { StopName: '', GeofenceId: null, PlannedTime: null }])}
        >
          {t.addStop}
        </Button>
      ) : null}
    </>
  );
}
