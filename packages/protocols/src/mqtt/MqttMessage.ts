import type { QualityReason, ReadingQuality } from '../reading.ts';

export interface MqttReading {
  /** Name of the device behind a gateway; null: the client itself. Whose it is, only the authenticated connection says. */
  device: string | null;
  key: string;
  /** Epoch ms; null when the message carries no time, or one that cannot be read (then the reading is bad). */
  measuredAt: number | null;
  /** Null: no number. Booleans are 1 and 0. */
  value: number | null;
  /** It was sent as `true` or `false`: a state, which no measured quantity can be. */
  isBoolean?: true;
  /** What was sent instead of a number: a text, or the error a gateway gave for this tag. */
  text?: string;
  quality: ReadingQuality;
  reason: QualityReason | null;
  /** As sent, for people to compare with the point's own. */
  unit?: string;
}

/** A fact as it was sent: `"1.10"` is a version and no number. */
export interface Attribute {
  /** Null: of the client itself. */
  device: string | null;
  key: string;
  value: string | number | boolean;
}

/** What a message from a gateway means. */
export type MqttMessage =
  /** `refusedEntries`: parts of the message that have no readable shape and are not among the readings. */
  | { type: 'readings'; readings: MqttReading[]; refusedEntries: number }
  /** Facts about the device itself, such as its firmware; no measurements. */
  | { type: 'attributes'; attributes: Attribute[]; refusedEntries: number }
  /** It asks for attributes: of `client` ones what it reported itself, of `shared` ones what is set up here. */
  | { type: 'attributeRequest'; device: string | null; requestId: string; client: string[]; shared: string[] }
  | { type: 'connect' | 'disconnect'; device: string }
  /** Which devices behind the gateway it reaches at the moment. */
  | { type: 'links'; links: { device: string; up: boolean }[] }
  | {
      type: 'commandAnswer';
      device: string | null;
      requestId: string;
      /** Null when the answer does not say. */
      accepted: boolean | null;
      result: unknown;
    };
