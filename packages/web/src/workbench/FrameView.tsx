import type { ExplainedFrame } from '@watchpost/contract';
import { Alert, Tag } from 'antd';
import { useText } from '../lib/defineText.ts';
import { exceptionText, fieldNames, functionText, problemText, roleText } from './frameText.ts';
import { exceptionInWords, functionInWords } from './frameWords.ts';

/** One frame: what it is, what is wrong with it, and each of its bytes. */
export function FrameView({ frame }: { frame: ExplainedFrame }) {
  const roles = useText(roleText);
  const functions = useText(functionText);
  const exceptions = useText(exceptionText);
  const problems = useText(problemText);
  const names = useText(fieldNames);
  const { SlaveAddress, FunctionCode, ExceptionCode, StartAddress, Quantity } = frame;
  const span =
    StartAddress === null
      ? null
      : Quantity === null || Quantity <= 1
        ? `${StartAddress}`
        : `${StartAddress}–${StartAddress + Quantity - 1}`;
  const said = [
    SlaveAddress === null ? null : `${names.slave} ${SlaveAddress}`,
    FunctionCode === null ? null : functionInWords(FunctionCode, functions),
    ExceptionCode === null ? span : exceptionInWords(ExceptionCode, exceptions),
  ].filter((part) => part !== null);
  const meaning = ({ Kind, Value, RegisterAddress, Hex }: ExplainedFrame['FieldList'][number]): string => {
    if (Kind === 'function' && Value !== null) return functionInWords(Value & 0x7f, functions);
    if (Kind === 'exceptionCode' && Value !== null) return exceptionInWords(Value, exceptions);
    if (Kind === 'register') return RegisterAddress === null ? `${Value ?? ''}` : `${RegisterAddress} = ${Value ?? ''}`;
    if (Kind === 'bits') {
      const bits = frame.Bits.map((bit) => (bit ? '1' : '0')).join(' ');
      return RegisterAddress === null ? bits : `${RegisterAddress}… = ${bits}`;
    }
    if (Kind === 'crc') return '';
    if (Kind === 'data' && frame.Role === 'noFrame') return asText(Hex);
    return Value === null ? '' : `${Value}`;
  };
  return (
    <article className="workbench-frame" aria-label={`${roles[frame.Role]} ${said.join(' · ')}`}>
      <header>
        <Tag className={frame.Role === 'exception' ? 'workbench-exception' : ''}>{roles[frame.Role]}</Tag>
        {frame.Framing === null ? null : <Tag>{frame.Framing === 'rtu' ? 'RTU' : 'Modbus TCP'}</Tag>}
        <span>{said.join(' · ')}</span>
      </header>
      {frame.ProblemList.map(({ Kind, Expected, ExpectedHex }) => (
        <Alert
          key={Kind}
          type={Kind === 'reservedSlave' || Kind === 'crcMissing' ? 'warning' : 'error'}
          showIcon
          title={problems[Kind](ExpectedHex ?? (Expected === null ? '' : `${Expected}`))}
        />
      ))}
      <ul className="workbench-bytes">
        {frame.FieldList.map((field, place) => {
          const isWrong = field.Kind === 'crc' && frame.ProblemList.some(({ Kind }) => Kind === 'badCrc');
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a frame are never moved
            <li key={place} className={isWrong ? 'workbench-wrong' : `workbench-field-${field.Kind}`}>
              <code>{field.Hex}</code>
              <span>{names[field.Kind]}</span>
              <b>{meaning(field)}</b>
            </li>
          );
        })}
      </ul>
    </article>
  );
}

/** What a heartbeat says, where it is text. */
const asText = (hex: string): string => {
  const codes = hex.split(' ').map((byte) => Number.parseInt(byte, 16));
  return codes.every((code) => code >= 32 && code < 127) ? `“${String.fromCharCode(...codes)}”` : '';
};
