import { Input } from 'antd';
import { useState } from 'react';
import { positionInText } from '../ui/map/index.ts';

interface Corner {
  readonly Latitude: number | string;
  readonly Longitude: number | string;
}

/** One corner a line. What is no position stays as it was typed, without a longitude, and the form says that it is wrong. */
const cornersIn = (text: string): Corner[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = positionInText(line);
      return at ? { Latitude: at.latitude, Longitude: at.longitude } : { Latitude: line, Longitude: '' };
    });
const asText = (corners: readonly Corner[]): string =>
  corners.map(({ Latitude, Longitude }) => (Longitude === '' ? Latitude : `${Latitude}, ${Longitude}`)).join('\n');

/** The corners of a polygon as text, `latitude, longitude` a line. Fits a `Form.Item`. */
export function CornersInput({
  id,
  value = [],
  onChange,
}: {
  id?: string;
  value?: readonly Corner[];
  onChange?: (corners: Corner[]) => void;
}) {
  const [typed, setTyped] = useState('');
  // What is being typed stays as it is until the map says something else.
  const text = asText(cornersIn(typed)) === asText(value) ? typed : asText(value);
  return (
    <Input.TextArea
      {...(id === undefined ? {} : { id })}
      value={text}
      autoSize={{ minRows: 3, maxRows: 8 }}
      placeholder="31.2041, 121.4102"
      onChange={({ target }) => {
        setTyped(target.value);
        onChange?.(cornersIn(target.value));
      }}
    />
  );
}
