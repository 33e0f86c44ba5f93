/**
 * Everything that can be wrong with bytes, topics or a line. Closed list: the server gives each its words.
 *
 * - Frames: `frameTooShort`, `frameTooLong`, `badCrc`, `badLength`, `unknownFunction`, `wrongFunction`, `badAddress`, `badQuantity`, `badValue`
 * - Line: `timeout` (no answer within the response timeout), `lineClosed`, `withdrawn` (`mayGo` said no: nothing was sent)
 * - Values and writes: `shortReply`, `notWritable`, `outOfRange`, `notANumber`
 * - DTU registration: `registrationTooLong`
 * - MQTT: `unknownTopic`, `payloadTooLarge`, `notJson`, `wrongShape`
 */
export type ProtocolErrorCode =
  | 'frameTooShort'
  | 'frameTooLong'
  | 'badCrc'
  | 'badLength'
  | 'unknownFunction'
  | 'wrongFunction'
  | 'badAddress'
  | 'badQuantity'
  | 'badValue'
  | 'timeout'
  | 'lineClosed'
  | 'withdrawn'
  | 'shortReply'
  | 'notWritable'
  | 'outOfRange'
  | 'notANumber'
  | 'registrationTooLong'
  | 'unknownTopic'
  | 'payloadTooLarge'
  | 'notJson'
  | 'wrongShape';

/** The only error this package throws. `detail` is for logs: numbers and hex, no sentence for people. */
export class ProtocolError extends Error {
  readonly code: ProtocolErrorCode;
  readonly detail: string;

  constructor(code: ProtocolErrorCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`);
    this.name = 'ProtocolError';
    this.code = code;
    this.detail = detail;
  }
}
