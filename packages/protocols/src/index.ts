export type { ProtocolClock } from './clock.ts';
export { busTimeMs, type SerialSettings } from './modbus/busTime.ts';
export { crc16 } from './modbus/crc16.ts';
export {
  type IdentityKind,
  identifyWithinMs,
  maxUnidentifiedBytes,
  type Registration,
  type RegistrationEncoding,
  type RegistrationMode,
  RegistrationParser,
  registrationQuietMs,
} from './modbus/dtuRegistration.ts';
export { type EncodedWrite, encodeWrite, isWritable, writableRange } from './modbus/encodeWrite.ts';
export { type ExceptionAction, type ExceptionMeaning, exceptionMeaning } from './modbus/exceptions.ts';
export { type ExplainedFrame, explainFrames } from './modbus/explainFrame.ts';
export type {
  FrameField,
  FrameFieldKind,
  FrameProblem,
  FrameProblemKind,
  FrameRole,
} from './modbus/explainPdu.ts';
export {
  type ByteOrder,
  type ByteOrder16,
  type ByteOrder32,
  decodeValue,
  encodeValue,
  formatTable,
  parseByteOrder,
  type RegisterFormat,
  roundTo,
  type Scaling,
  scale,
  shortestFloat32,
  unscale,
  withoutNoise,
} from './modbus/formats.ts';
export {
  defaultResponseTimeoutMs,
  LinePoller,
  type LinePollerOptions,
  type PolledSlave,
  type PollReading,
  type PollStatus,
  type SlaveEvent,
  type SlaveFault,
} from './modbus/LinePoller.ts';
export type {
  LineCounters,
  LineFrame,
  LineOptions,
  LineRequestOptions,
  LineResponse,
  ModbusLine,
} from './modbus/ModbusLine.ts';
export {
  addressSpan,
  defineModbusPoint,
  isSamplingInterval,
  type ModbusPoint,
  type ModbusPointInput,
  type ModbusPointProblem,
  readPoint,
  type StatusRegister,
} from './modbus/ModbusPoint.ts';
export { buildMbapFrame, type MbapFrame, takeMbapFrames } from './modbus/mbapFrame.ts';
export {
  decodeAnswer,
  decodeRequest,
  encodeRequest,
  exceptionFlag,
  type FunctionCode,
  functionTable,
  isReadFunction,
  type ModbusAnswer,
  type ModbusRequest,
  type ReadFunctionCode,
  readByteCount,
  type WriteFunctionCode,
} from './modbus/pdu.ts';
export { type PlanLimits, type PolledPoint, planReads, type ReadBlock, splitBlock } from './modbus/planReads.ts';
export { defaultGapMs, RtuLine, type RtuLineOptions } from './modbus/RtuLine.ts';
export { type HexLine, readHex } from './modbus/readHex.ts';
export { formsAt, type NumberFormat, type RegisterForm } from './modbus/registerForms.ts';
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
export type { Framing } from './modbus/splitFrames.ts';
export { type FormReason, type FormSuggestion, suggestFormats } from './modbus/suggestFormats.ts';
export { TcpLine } from './modbus/TcpLine.ts';
export { type WriteOptions, type WriteOutcome, writePoint } from './modbus/writePoint.ts';
export { defineTopics, type PayloadParser, type Topics } from './mqtt/defineTopics.ts';
export { limitPackets } from './mqtt/limitPackets.ts';
export type { Attribute, MqttMessage, MqttReading } from './mqtt/MqttMessage.ts';
export type { MappingCommand, MappingProfile, MappingReply } from './mqtt/mapping/MappingProfile.ts';
export { type MappingFault, type MappingProblem, mappingProblems } from './mqtt/mapping/mappingProblems.ts';
export { type MappingTopics, mappingTopics } from './mqtt/mapping/mappingTopics.ts';
export { canHear } from './mqtt/mapping/topicPattern.ts';
export { neuronTopics, neuronWrite } from './mqtt/neuron.ts';
export { type OversizedPacket, PacketLimit } from './mqtt/PacketLimit.ts';
export { maxPayloadBytes } from './mqtt/payload.ts';
export {
  parseSparkplugTopic,
  type SparkplugMessage,
  SparkplugNode,
  sparkplugState,
} from './mqtt/sparkplug/SparkplugNode.ts';
export {
  decodeSparkplug,
  encodeSparkplug,
  type OutgoingMetric,
  sparkplugType,
} from './mqtt/sparkplug/sparkplugPayload.ts';
export {
  type OutgoingMessage,
  thingsboardAttributes,
  thingsboardCommand,
  thingsboardGatewayCommand,
  thingsboardSharedAttributes,
  thingsboardTopics,
} from './mqtt/thingsboard.ts';
export { ProtocolError, type ProtocolErrorCode } from './ProtocolError.ts';
export type { QualityReason, ReadingQuality } from './reading.ts';
