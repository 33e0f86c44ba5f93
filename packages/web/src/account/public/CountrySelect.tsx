import { useEffect, useId, useRef, useState } from 'react';
import { defineText, useText } from '../../lib/defineText.ts';
import { countryOf } from '../mainCountry.ts';

const text = defineText({
  choose: { zh: (name: string) => `国家或地区：${name}`, en: (name: string) => `Country or region: ${name}` },
  search: { zh: '搜索国家、地区或区号', en: 'Search country, region or code' },
  none: { zh: '没有匹配的国家或地区', en: 'No country or region matches' },
});

export interface Country {
  /** ISO 3166 alpha-2: several countries may share a dialling code. */
  readonly id: string;
  /** Digits of the dialling code: `86`. */
  readonly dialling: string;
  readonly name: string;
}

/** Pixels of the open list with its search box: where there is no room for it below, it opens upwards. */
const listHeight = 310;

const matches = ({ id, dialling, name }: Country, wanted: string): boolean =>
  name.toLowerCase().includes(wanted) || id.toLowerCase() === wanted || dialling.startsWith(wanted.replace(/^\+/, ''));

/** Those that match; names that begin with what was typed come first. */
function found(countries: readonly Country[], wanted: string): readonly Country[] {
  const needle = wanted.trim().toLowerCase();
  if (needle === '') return countries;
  const matching = countries.filter((each) => matches(each, needle));
  const begins = ({ name }: Country) => name.toLowerCase().startsWith(needle);
  return [...matching.filter(begins), ...matching.filter((each) => !begins(each))];
}

/** A button with the dialling code; it opens a list that can be searched, by pointer or by keyboard. */
export function CountrySelect({
  countries,
  value,
  onChange,
}: {
  countries: readonly Country[];
  value: string;
  onChange: (dialling: string) => void;
}) {
  const t = useText(text);
  const id = useId();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const shown = found(countries, wanted);
  /** Several countries share a dialling code, and the field keeps only the code. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = countryOf(countries, value, chosenId);
  const [above, setAbove] = useState(false);

  const show = () => {
    setWanted('');
    setActive(
      Math.max(
        0,
        countries.findIndex(({ id }) => id === chosen?.id),
      ),
    );
    const { top = 0, bottom = 0 } = button.current?.getBoundingClientRect() ?? {};
    setAbove(window.innerHeight - bottom < listHeight && top > listHeight);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (country: Country | undefined) => {
    if (!country) return;
    setChosenId(country.id);
    onChange(country.dialling);
    close();
  };

  useEffect(() => {
    if (!open) return;
    search.current?.focus();
    const outside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);

  const onKey = (event: React.KeyboardEvent) => {
    const last = shown.length - 1;
    const steps: Record<string, () => void> = {
      ArrowDown: () => setActive((at) => Math.min(last, at + 1)),
      ArrowUp: () => setActive((at) => Math.max(0, at - 1)),
      Enter: () => choose(shown[active]),
      Escape: close,
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };

  return (
    <div className="public-country" ref={box}>
      <button
        ref={button}
        type="button"
        className="public-country-button tabular"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={t.choose(chosen ? `${chosen.name} +${value}` : `+${value}`)}
        onClick={() => (open ? close() : show())}
        onKeyDown={(event) => {
          if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
          event.preventDefault();
          show();
        }}
      >
        +{value}
        <svg width="10" height="6" viewBox="0 0 10 6" aria-hidden="true">
          <path d="m1 1 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      {open ? (
        <div className={above ? 'public-country-list public-country-above' : 'public-country-list'}>
          <input
            ref={search}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={shown[active] ? `${id}-${active}` : undefined}
            aria-label={t.search}
            placeholder={t.search}
            autoComplete="off"
            spellCheck={false}
            value={wanted}
            onChange={(event) => {
              setWanted(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKey}
          />
          <div role="listbox" id={`${id}-list`} aria-label={t.search} ref={list}>
            {shown.map((country, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: chosen by the keys of the search box
              // biome-ignore lint/a11y/useKeyWithClickEvents: chosen by the keys of the search box
              <div
                key={country.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={country.id === chosen?.id}
                className={index === active ? 'public-option public-option-active' : 'public-option'}
                onClick={() => choose(country)}
              >
                <span>{country.name}</span>
                <span className="tabular">+{country.dialling}</span>
              </div>
            ))}
          </div>
          {shown.length === 0 ? <p className="public-hint">{t.none}</p> : null}
        </div>
      ) : null}
    </div>
  );
}
