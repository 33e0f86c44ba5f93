import { type DeviceRow, type SymbolCode, symbolCodes, symbolGroups, symbolOf } from '@watchpost/contract';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/defineText.ts';
import { useBilingual } from '../../lib/language.ts';
import { SymbolShape } from '../SymbolShape.tsx';
import type { PartState } from '../states.ts';
import { diagramText } from '../text.ts';

const atRest = (code: SymbolCode): Record<string, PartState> =>
  Object.fromEntries(Object.keys(symbolOf(code).inputs).map((input) => [input, 'off']));

/** What can be put on the sheet: symbols by group, and the devices of the project, which come with their points. */
export function Palette({
  devices,
  onSymbol,
  onDevice,
  onText,
  onLine,
}: {
  devices: readonly DeviceRow[];
  onSymbol: (symbol: SymbolCode) => void;
  onDevice: (deviceId: number) => void;
  onText: () => void;
  onLine: () => void;
}) {
  const t = useText(diagramText);
  const inWords = useBilingual();
  const [sought, seek] = useState('');
  const wanted = sought.trim().toLowerCase();
  const fits = (...names: string[]) => names.some((name) => name.toLowerCase().includes(wanted));
  const found = devices.filter(({ MName, SmallTypeName }) => fits(MName, SmallTypeName));
  return (
    <aside className="dg-side dg-palette" aria-label={t.palette}>
      <Input
        allowClear
        aria-label={t.searchSymbol}
        placeholder={t.searchSymbol}
        value={sought}
        onChange={({ target }) => seek(target.value)}
      />
      <div className="dg-buttons">
        <Button
          size="small"
          draggable
          onDragStart={(event) => event.dataTransfer.setData('text/plain', 'text:')}
          onClick={onText}
        >
          {t.addText}
        </Button>
        <Button size="small" onClick={onLine}>
          {t.addLine}
        </Button>
      </div>
      {(Object.keys(symbolGroups) as (keyof typeof symbolGroups)[]).map((group) => {
        const codes = symbolCodes.filter((code) => {
          const spec = symbolOf(code);
          return spec.group === group && fits(spec.zh, spec.en, code);
        });
        return codes.length === 0 ? null : (
          <section key={group}>
            <h3>{inWords(symbolGroups[group])}</h3>
            <div className="dg-palette-grid">
              {codes.map((code) => {
                const [w, h] = symbolOf(code).size;
                const name = inWords(symbolOf(code));
                return (
                  <button
                    key={code}
                    type="button"
                    className="dg-palette-item"
                    draggable
                    title={name}
                    aria-label={t.addSymbol(name)}
                    onDragStart={(event) => event.dataTransfer.setData('text/plain', `symbol:${code}`)}
                    onClick={() => onSymbol(code)}
                  >
                    <svg viewBox={`-4 -4 ${w + 8} ${h + 8}`} aria-hidden="true">
                      <SymbolShape symbol={code} w={w} h={h} states={atRest(code)} />
                    </svg>
                  </button>
                );
              })}
            </div>
          </section>
        );
      })}
      {found.length === 0 ? null : (
        <section>
          <h3>{t.devices}</h3>
          <ul>
            {found.map(({ Mtid, MName }) => (
              <li key={Mtid}>
                <Button
                  type="text"
                  size="small"
                  draggable
                  aria-label={t.addDevice(MName)}
                  onDragStart={(event) => event.dataTransfer.setData('text/plain', `device:${Mtid}`)}
                  onClick={() => onDevice(Mtid)}
                >
                  {MName}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
