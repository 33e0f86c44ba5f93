import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useHotkeys } from '../useHotkeys.ts';
import { text } from './text.ts';

/** While someone types, one question a pause is enough. */
const typingPauseMs = 300;

/** A search: asks when typing pauses, at once with Enter. It needs no button, so it has no second magnifier. */
export function SearchField({
  label,
  hotkey = false,
  digits = false,
  value,
  onChange,
}: {
  label: string;
  /** Whether `/` leads here. */
  hotkey?: boolean;
  /** Takes nothing else. */
  digits?: boolean;
  value: string;
  onChange: (value: string | undefined) => void;
}) {
  const input = useRef<InputRef>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The address changed by other means: back, or "clear filters".
    setKnown(value);
    setTyped(value);
  }
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => change.current(typed.trim() || undefined), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  useHotkeys([{ keys: '/', what: text.search, run: () => input.current?.focus() }], hotkey);
  return (
    <Input
      ref={input}
      type="search"
      className="list-filter-text"
      aria-label={label}
      placeholder={label}
      allowClear
      maxLength={digits ? 15 : 100}
      {...(digits ? { inputMode: 'numeric' as const } : {})}
      value={typed}
      onChange={(event) =>
        setTyped(digits ? event.target.value.replace(/\D/g, '').replace(/^0+/, '') : event.target.value)
      }
      onPressEnter={() => onChange(typed.trim() || undefined)}
      prefix={<SearchOutlined aria-hidden />}
      suffix={hotkey ? <kbd>/</kbd> : null}
    />
  );
}
