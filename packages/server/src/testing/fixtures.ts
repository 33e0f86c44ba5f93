import { assetsOf } from './assetsOf.ts';
import { camerasOf } from './camerasOf.ts';
import { complianceOf } from './complianceOf.ts';
import { customersOf } from './customersOf.ts';
import { debugOrdersOf } from './debugOrdersOf.ts';
import { devicesOf } from './devicesOf.ts';
import { diagramsOf } from './diagramsOf.ts';
import { displaysOf } from './displaysOf.ts';
import { dutyOf } from './dutyOf.ts';
import { energyOf } from './energyOf.ts';
import { eventsOf } from './eventsOf.ts';
import { gatewaysOf } from './gatewaysOf.ts';
import { maintenanceOf } from './maintenanceOf.ts';
import { mappingsOf } from './mappingsOf.ts';
import { openingsOf } from './openingsOf.ts';
import { peopleOf } from './peopleOf.ts';
import { placesOf } from './placesOf.ts';
import { plansOf } from './plansOf.ts';
import { pointsOf } from './pointsOf.ts';
import { faultCodesOf, repairsOf } from './repairsOf.ts';
import { reportsOf } from './reportsOf.ts';
import { schedulesOf } from './schedulesOf.ts';
import { securityEventsOf } from './securityEventsOf.ts';
import { strategiesOf } from './strategiesOf.ts';
import { transportOf } from './transportOf.ts';
import { unitsOf } from './unitsOf.ts';
import { writingsOf } from './writingsOf.ts';

/**
 * What calls can name of each domain: made for a company before its server starts, and anew where an earlier call may have
 * used it up. One line a domain.
 */
export const fixtures = [
  placesOf,
  openingsOf,
  peopleOf,
  writingsOf,
  gatewaysOf,
  mappingsOf,
  camerasOf,
  devicesOf,
  eventsOf,
  strategiesOf,
  dutyOf,
  pointsOf,
  securityEventsOf,
  repairsOf,
  faultCodesOf,
  transportOf,
  reportsOf,
  schedulesOf,
  unitsOf,
  plansOf,
  diagramsOf,
  displaysOf,
  energyOf,
  assetsOf,
  complianceOf,
  customersOf,
  debugOrdersOf,
  maintenanceOf,
] as const;

type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void ? All : never;
type Fixture = (typeof fixtures)[number];

/** What they stand on. */
export type FixtureGround = AllOf<Parameters<Fixture>[1]>;
/** The ids of everything that they make. */
export type FixtureIds = AllOf<Awaited<ReturnType<Fixture>>>;
