import { Aedes, type AedesOptions } from 'aedes';
import { writeToStream } from 'mqtt-packet';

// mqtt-packet would keep a buffer for each of the 65,536 numbers that a packet may hold, 10 MB; making the one that is written costs nothing
// beside the write itself.
writeToStream.cacheNumbers = false;

/** An MQTT broker; where it listens, and who may connect, is up to the caller. */
export const openBroker = (options: AedesOptions): Promise<Aedes> => Aedes.createBroker(options);
