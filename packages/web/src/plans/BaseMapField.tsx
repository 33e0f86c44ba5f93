import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useText } from '../lib/defineText.ts';
import { useCallMutation } from '../lib/useCall.ts';
import { useNotify } from '../ui/index.ts';
import { BaseMapRefusal } from './baseMaps/BaseMapRefusal.ts';
import { type BaseMap, baseMapOf } from './baseMaps/baseMapOf.ts';
import { baseMapText } from './baseMaps/text.ts';
import { planText } from './text.ts';

/**
 * The base map of a plan in its form: uploaded as soon as it is chosen. The location comes first; without one there is nothing to
 * upload to.
 *
 * @param onMetres told how wide a drawing is that says so; null: the file that says nothing took the place of one that did
 */
export function BaseMapField({
  hasLocation,
  id,
  value = '',
  onChange,
  onMetres,
}: {
  hasLocation: boolean;
  onMetres: (metresWide: number | null) => void;
  id?: string;
  value?: string | null;
  onChange?: (address: string) => void;
}) {
  const plans = useText(planText);
  const t = useText(baseMapText);
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const knewWidth = useRef(false);
  const upload = useCallMutation('upload');
  const [isReading, setReading] = useState(false);
  const [refusal, setRefusal] = useState<BaseMapRefusal | null>(null);
  const [notes, setNotes] = useState<BaseMap['notes']>([]);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setReading(true);
    setRefusal(null);
    try {
      const made = await baseMapOf(file);
      onChange?.((await upload.mutateAsync({ files: [made.picture] })).Url);
      setNotes(made.notes);
      // The width of the drawing that was chosen before says nothing of this picture.
      if (made.metresWide !== null || knewWidth.current) onMetres(made.metresWide);
      knewWidth.current = made.metresWide !== null;
    } catch (error) {
      // What was there before stays.
      if (error instanceof BaseMapRefusal) setRefusal(error);
      else notify.failure(error);
    } finally {
      setReading(false);
    }
  };
  if (!hasLocation) return <p className="plan-faint">{plans.locationFirst}</p>;
  return (
    <div className="plan-base-map">
      {value ? <img src={value} alt={t.picture} /> : null}
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        accept="image/jpeg,image/png,image/webp,image/gif,application/pdf,.pdf,.dxf"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
      <Button loading={isReading} onClick={() => input.current?.click()}>
        {isReading ? t.reading : value ? t.replace : t.choose}
      </Button>
      {refusal ? (
        <p role="alert" className="plan-refusal">
          {refusal.inWords(t)}
        </p>
      ) : notes.length > 0 ? (
        <p role="status">{notes.map((note) => note(t)).join(' · ')}</p>
      ) : null}
      <p className="plan-faint">{t.hint}</p>
    </div>
  );
}
