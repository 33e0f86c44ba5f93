/**
 * Connections that may wait to be taken, as far as the system allows (Linux: 4,096). Node's own 511 are fewer than the browsers and
 * gateways that come back at the same moment: the system drops what is beyond, and resets some of it half a minute later.
 */
export const listenBacklog = 4096;
