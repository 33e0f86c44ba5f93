import type { Pool } from 'pg';
import { createMessenger, createOpenId } from './account/index.ts';
import type { Ground } from './ground.ts';
import { createHttpCards } from './platform/cards/httpCards.ts';
import { installationSecret } from './platform/db/installationSecret.ts';
import { createHttpFbox } from './platform/fbox/fboxAccount.ts';
import { createSmtpMail } from './platform/mail/smtpMail.ts';
import { createOutboundGuard, onlyListed } from './platform/outboundGuard.ts';
import { createHttpPhone } from './platform/phone/httpPhone.ts';
import { createOpenMeteo } from './platform/weather/openMeteo.ts';

export type Providers = Awaited<ReturnType<typeof openProviders>>;

/** Services of others that we call, each null when none is configured, and the guards on the way out. */
export async function openProviders({ config, db, pool, clock, log, running }: Ground) {
  const databasePort = portOfDatabase(pool);
  // The demo allows this machine, but nobody's device or camera is the product itself or its database.
  const { httpPort, mqttPort, dtuPort } = config;
  const ownPorts = [httpPort, mqttPort, dtuPort, databasePort].filter((port) => port !== null);
  const guard = createOutboundGuard([...config.allowedPrivateHosts, ...config.demoHosts], ownPorts);
  // For addresses that people name, of pictures and webhooks: they lead to nothing on the demo's machine.
  const pictureGuard = createOutboundGuard(config.allowedPrivateHosts);
  const now = () => clock.now();
  const mail = config.mail && createSmtpMail(config.mail);
  running.defer(() => mail?.close());
  const sms = config.sms && createHttpPhone({ ...config.sms, guard });
  const voice = config.voice && createHttpPhone({ ...config.voice, guard });
  return {
    guard,
    pictureGuard,
    /** For addresses of pictures: from listed hosts alone if the operator listed some. */
    imageGuard: onlyListed(pictureGuard, config.pictureHosts),
    sms,
    voice,
    // Codes are for real people, who find them in the test inbox; the simulator's phones ring for alarms.
    messenger: createMessenger({ db, clock, sms: config.sms?.isSimulated ? null : sms, mail, demo: config.demo }),
    openId: config.openId && createOpenId({ ...config.openId, redirectUrl: `${config.publicUrl}/other`, guard, log }),
    cards: config.cards && createHttpCards({ ...config.cards, guard, log, now }),
    weather: config.weather && createOpenMeteo({ ...config.weather, guard }),
    fbox: config.fbox && createHttpFbox({ ...config.fbox, guard, now }),
    /** The key under which secrets are kept. */
    secretKey: await installationSecret(db, 'secrets'),
  };
}

/** PostgreSQL's own port where its address says none. */
function portOfDatabase({ options: { connectionString = '' } }: Pool): number {
  const [, port = '5432'] = /^\w+:\/\/[^/]*:(\d+)(?:[/?]|$)/.exec(connectionString) ?? [];
  return Number(port);
}
