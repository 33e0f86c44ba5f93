/** How far a value can be trusted. `bad` may still carry the number that was refused, for people to look at. */
export type ReadingQuality = 'good' | 'uncertain' | 'bad';

/** Why a value is not good. The names are those of the quality codes that are stored with every sample. */
export type QualityReason =
  | 'lateAnswerPossible'
  | 'timeout'
  | 'crcError'
  | 'outOfRange'
  | 'sensorFault'
  | 'noCommunication'
  | 'notANumber'
  | 'reportedByGateway'
  | 'badFormat'
  | 'exception';
