import { amplifierFault } from './amplifierFault.ts';
import { cardStopped } from './cardStopped.ts';
import { counterReset } from './counterReset.ts';
import { counterStuck } from './counterStuck.ts';
import { crowd } from './crowd.ts';
import { doorLeftOpen } from './doorLeftOpen.ts';
import { forgedDtu } from './forgedDtu.ts';
import { gatewayOffline } from './gatewayOffline.ts';
import { lateBuffer } from './lateBuffer.ts';
import { powerCut } from './powerCut.ts';
import type { Scenario } from './Scenario.ts';
import { secondMaster } from './secondMaster.ts';
import { sensorBroken } from './sensorBroken.ts';
import { signDark } from './signDark.ts';
import { slaveSilent } from './slaveSilent.ts';
import { writesIgnored } from './writesIgnored.ts';
import { writesRefused } from './writesRefused.ts';

/** Everything that can be played, by name. */
export const scenarios: readonly Scenario[] = [
  cardStopped,
  doorLeftOpen,
  forgedDtu,
  gatewayOffline,
  lateBuffer,
  powerCut,
  secondMaster,
  sensorBroken,
  slaveSilent,
  writesIgnored,
  writesRefused,
  amplifierFault,
  counterReset,
  counterStuck,
  crowd,
  signDark,
];
