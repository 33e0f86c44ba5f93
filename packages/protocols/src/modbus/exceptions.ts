/** What the master does with an exception answer. Who does it: the poller; the writer for `illegalValue` on a write. */
export type ExceptionAction =
  /** The request is wrong for this device: stop asking, look again hourly. */
  | 'stopBlock'
  /** Some register of the block is refused: halve down to the bad one and remember it. */
  | 'splitBlock'
  /** Ask once more, then the points are bad. */
  | 'retryOnce'
  /** The device works on it and will answer differently later: nothing is said of its points, the next cycle asks again. */
  | 'pending'
  /** Busy: ask again after `busyRetryDelaysMs`. */
  | 'retryLater'
  /** The points are bad until the next cycle. */
  | 'bad'
  /** A gateway cannot reach its line. */
  | 'backOffLink'
  /** A gateway answers for a slave that does not. */
  | 'slaveTimeout';

export interface ExceptionMeaning {
  name: string;
  action: ExceptionAction;
  /** Whether the slave itself spoke. False when a gateway spoke in its place. */
  slaveAlive: boolean;
}

/**
 * Exception codes (Modbus application protocol 1.1b3, §7) and 41h–4Bh, which some gateways add for frame, length, CRC and
 * timeout troubles on their serial side.
 *
 * Example: `01 83 02 C0 F1` is slave 1 refusing function 03 with 02.
 */
const exceptionTable = new Map<number, ExceptionMeaning>([
  [0x01, { name: 'illegalFunction', action: 'stopBlock', slaveAlive: true }],
  [0x02, { name: 'illegalAddress', action: 'splitBlock', slaveAlive: true }],
  [0x03, { name: 'illegalValue', action: 'splitBlock', slaveAlive: true }],
  [0x04, { name: 'deviceFailure', action: 'retryOnce', slaveAlive: true }],
  [0x05, { name: 'acknowledged', action: 'pending', slaveAlive: true }],
  [0x06, { name: 'busy', action: 'retryLater', slaveAlive: true }],
  [0x07, { name: 'negativeAcknowledge', action: 'retryOnce', slaveAlive: true }],
  [0x08, { name: 'memoryParity', action: 'bad', slaveAlive: true }],
  [0x0a, { name: 'gatewayPathUnavailable', action: 'backOffLink', slaveAlive: false }],
  [0x0b, { name: 'targetNoResponse', action: 'slaveTimeout', slaveAlive: false }],
]);

const unknownException: ExceptionMeaning = { name: 'unknown', action: 'bad', slaveAlive: true };
const gatewaySerialTrouble: ExceptionMeaning = {
  name: 'gatewaySerialTrouble',
  action: 'slaveTimeout',
  slaveAlive: false,
};

/** What an exception code means and what to do; an undocumented code is `unknown` and makes the points bad. */
export const exceptionMeaning = (exceptionCode: number): ExceptionMeaning =>
  exceptionTable.get(exceptionCode) ??
  (exceptionCode >= 0x41 && exceptionCode <= 0x4b ? gatewaySerialTrouble : unknownException);

/**
 * So many refusals of a block in a row are worth a word to the installer; exceptions that are not listed never are. 02 and 03 are
 * told beside the point: its address is wrong, and nothing is broken.
 */
export const faultAfter: ReadonlyMap<number, number> = new Map([
  [0x01, 1],
  [0x04, 3],
  [0x07, 3],
  [0x08, 1],
]);

/** Waits before a busy slave (06) is asked again: three tries within the shortest cycle of 10 s. */
export const busyRetryDelaysMs: readonly number[] = [500, 1000, 2000];
