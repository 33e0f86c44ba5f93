import type { Bilingual, Language } from '../call.ts';
import type { HandoverCondition, HandoverKind } from './handover.ts';

/** A stretch of time, epoch ms. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Beyond the limits of the temperature range, without a sample inside them. */
export interface Excursion extends Stretch {
  /** The value farthest from the limits, °C. */
  readonly extreme: number;
  /** How far and for how long, °C · h. */
  readonly degreeHours: number;
}

/** What a tag measured while it lay among the goods. Temperatures in °C, times in epoch ms. */
export interface CertifiedTag extends Stretch {
  readonly serial: string;
  readonly name: string;
  readonly place: string;
  readonly calibration: {
    readonly number: string;
    readonly laboratory: string;
    readonly validUntil: string;
    readonly maxError: number;
  } | null;
  /** Added at intake, in force from then on; the first one in force when it was bound. */
  readonly offsets: readonly { readonly from: number; readonly celsius: number }[];
  readonly samples: number;
  /** SHA-256 of the samples in [from, to), as seals of days have it; hexadecimal. */
  readonly sha: string;
  readonly knownMs: number;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly mean: number | null;
  readonly kinetic: number | null;
  /** The 24 hours with the highest mean kinetic temperature; absent: it was bound for less, or half of every day is not known. */
  readonly worstDay?: { readonly from: number; readonly kinetic: number };
  /** Null: the waybill has no temperature range. */
  readonly beyondMs: number | null;
  readonly excursions: readonly Excursion[];
  readonly gaps: readonly Stretch[];
  /** What its memory proves; null: it numbers nothing. */
  readonly memory: {
    readonly lastRead: number;
    readonly expected: number;
    /** First and last number of each hole. */
    readonly holes: readonly (readonly [number, number])[];
    /** The largest correction of its clock in that time, ms; the clock of the tag minus ours. */
    readonly clockMs: number;
  } | null;
}

export interface CertifiedStop extends Stretch {
  readonly latitude: number;
  readonly longitude: number;
  readonly fence: string | null;
  readonly doorOpenMs: number | null;
  readonly highest: number | null;
}

/** A stop of the plan. Times are epoch ms. */
export interface CertifiedPlannedStop {
  readonly name: string;
  readonly planned: number | null;
  /** By the track, else the first handover there; null: the vehicle was not there. */
  readonly arrived: number | null;
  readonly left: number | null;
}

export interface CertifiedHandover {
  readonly at: number;
  readonly kind: HandoverKind;
  readonly from: string;
  readonly to: string;
  readonly place: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly quantity: string;
  readonly condition: HandoverCondition;
  readonly note: string;
  readonly readings: readonly { readonly serial: string; readonly celsius: number | null }[];
  readonly photos: number;
  /** SHA-256 of the strokes, hexadecimal; null: not signed by hand. */
  readonly signature: string | null;
}

/** What is signed of a waybill. Both languages of its certificate are drawn from it, and the public page shows it. */
export interface WaybillStatement {
  readonly format: 'waybill-certificate/1';
  readonly id: string;
  readonly revision: number;
  readonly reason: CertificateReason;
  readonly issuedAt: number;
  /** Numbers of tags whose memory was not read since they were taken off. */
  readonly unread: readonly string[];
  readonly company: string;
  readonly project: Bilingual;
  readonly timeZone: string;
  readonly number: string;
  readonly isSigned: boolean;
  readonly shipper: string;
  readonly consignee: string;
  readonly origin: string;
  readonly destination: string;
  readonly goods: string;
  readonly quantity: string;
  readonly vehicle: Bilingual | null;
  readonly plate: string | null;
  readonly range: { readonly name: Bilingual; readonly low: number | null; readonly high: number | null } | null;
  readonly departedAt: number | null;
  readonly arrivedAt: number | null;
  readonly endedAt: number;
  readonly tags: readonly CertifiedTag[];
  readonly distanceMetres: number | null;
  /** Where the vehicle stood. */
  readonly stops: readonly CertifiedStop[];
  /** In the order of the plan; absent: there was none. */
  readonly plan?: readonly CertifiedPlannedStop[];
  readonly handovers: readonly CertifiedHandover[];
  /** What the company's own texts are called in English, where it says so. */
  readonly english: Readonly<Record<string, string>>;
}

/** A text of a statement as a reader of a language reads it. */
export const textOfStatement = (
  { english }: Pick<WaybillStatement, 'english'>,
  text: string,
  language: Language,
): string => (language === 'en' ? (english[text] ?? text) : text);

/** Why a certificate was made. */
export const certificateReasons = {
  first: { zh: '运单结束', en: 'End of the waybill' },
  late: { zh: '数据迟到', en: 'Readings came late' },
  handover: { zh: '补录交接', en: 'A handover was recorded later' },
} as const satisfies Record<string, Bilingual>;
export type CertificateReason = keyof typeof certificateReasons;
