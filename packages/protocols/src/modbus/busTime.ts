/** How a serial line sends a character. */
export interface SerialSettings {
  baudRate: number;
  dataBits: number;
  parity: 'none' | 'even' | 'odd';
  stopBits: number;
}

/** A start bit, the data, parity where there is one, stop bits. */
const bitsPerCharacter = ({ dataBits, parity, stopBits }: SerialSettings): number =>
  1 + dataBits + (parity === 'none' ? 0 : 1) + stopBits;

/** Silence that ends a frame, in characters; above 19,200 baud the standard fixes it (Modbus over serial line 1.02, §2.5.1.1). */
const silentCharacters = 3.5;
const fixedSilenceMs = 1.75;
const fixedAboveBaud = 19_200;

/** Milliseconds that a request and its answer occupy a serial line, each with the silence behind it; without the slave's thinking. */
export function busTimeMs(settings: SerialSettings, requestBytes: number, answerBytes: number): number {
  const characterMs = (bitsPerCharacter(settings) * 1000) / settings.baudRate;
  const silenceMs = settings.baudRate > fixedAboveBaud ? fixedSilenceMs : silentCharacters * characterMs;
  return (requestBytes + answerBytes) * characterMs + 2 * silenceMs;
}
