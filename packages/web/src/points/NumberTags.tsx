import { Select } from 'antd';

const asNumber = (text: string): number | null => {
  const plain = text.trim();
  if (/^(0x[0-9a-f]+|[0-9a-f]+h)$/i.test(plain)) return Number.parseInt(plain.replace(/^0x|h$/gi, ''), 16);
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
};

/** Several numbers, typed one by one; `7FFFh` is taken for 32767. A form field: `value` and `onChange`. */
export function NumberTags({
  value = [],
  onChange,
  label,
}: {
  value?: readonly number[];
  onChange?: (numbers: number[]) => void;
  label: string;
}) {
  return (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      aria-label={label}
      tokenSeparators={[',', ';', ' ', '，', '；']}
      value={value.map(String)}
      onChange={(texts: string[]) =>
        onChange?.([...new Set(texts.map(asNumber).filter((number): number is number => number !== null))])
      }
    />
  );
}
