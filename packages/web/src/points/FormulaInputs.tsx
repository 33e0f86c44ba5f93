import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useText } from '../lib/defineText.ts';
import { editorText } from './editorText.ts';
import { PointSelect } from './PointSelect.tsx';

export interface FormulaInputValue {
  Name: string;
  PointId?: number;
  PointName?: string;
}

/** The first letter that no row has. */
const freeLetter = (rows: readonly FormulaInputValue[]): string => {
  const taken = new Set(rows.map(({ Name }) => Name.toLowerCase()));
  return [...'abcdefghijklmnopqrstuvwxyz'].find((letter) => !taken.has(letter)) ?? '';
};

/** Which point each letter of a formula stands for. A form field: `value` and `onChange`. */
export function FormulaInputs({
  projectId,
  value = [],
  onChange,
  without,
}: {
  projectId: number;
  value?: readonly FormulaInputValue[];
  onChange?: (rows: FormulaInputValue[]) => void;
  without?: number | undefined;
}) {
  const t = useText(editorText);
  const set = (place: number, change: Partial<FormulaInputValue>) =>
    onChange?.(value.map((row, i) => (i === place ? { ...row, ...change } : row)));
  return (
    <>
      {value.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a letter is being typed, its place stays
        <div key={place} className="point-input-row">
          <Input
            aria-label={t.letter}
            value={row.Name}
            maxLength={20}
            onChange={({ target }) => set(place, { Name: target.value })}
          />
          <PointSelect
            projectId={projectId}
            value={row.PointId}
            known={row.PointName}
            without={without}
            onChange={(PointId, PointName) => set(place, { PointId, PointName })}
          />
          <Button
            aria-label={`${t.remove} ${row.Name}`}
            icon={<DeleteOutlined />}
            onClick={() => onChange?.(value.filter((_, i) => i !== place))}
          />
        </div>
      ))}
      {value.length < 26 ? (
        <Button icon={<PlusOutlined />} onClick={() => onChange?.([...value, { Name: freeLetter(value) }])}>
          {t.addInput}
        </Button>
      ) : null}
    </>
  );
}
