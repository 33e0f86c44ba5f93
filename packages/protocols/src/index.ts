export { crc16 } from './modbus/crc16.ts';
export { buildMbapFrame, type MbapFrame, takeMbapFrames } from './modbus/mbapFrame.ts';
export {
  decodeAnswer,
  decodeRequest,
  encodeRequest,
  type FunctionCode,
  functionTable,
  type ModbusAnswer,
  type ModbusRequest,
  type ReadFunctionCode,
  type WriteFunctionCode,
} from './modbus/pdu.ts';
export { buildRtuFrame, maxRtuFrameBytes, parseRtuFrame } from './modbus/rtuFrame.ts';
export {
  answerMbapFrame,
  answerRequest,
  answerRtuFrame,
  type BankOfSlave,
  ModbusException,
  type RegisterBank,
  takeRtuRequests,
} from './modbus/slave.ts';
export { ProtocolError, type ProtocolErrorCode } from './ProtocolError.ts';
