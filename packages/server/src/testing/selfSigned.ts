import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** One value of DER (X.690): its tag, its length, its content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'));
const commonName = (name: string): Buffer =>
  der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(name)))));
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text));

/** A certificate for 127.0.0.1 that nobody but its own key vouches for, in files of a folder. */
export function selfSigned(folder: string): { certFile: string; keyFile: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = commonName('Watchpost test');
  // subjectAltName: the address 127.0.0.1.
  const addresses = der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])));
  const facts = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    der(0x30, utcTime('200101000000Z'), utcTime('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, oid('551d11'), der(0x04, addresses)))),
  );
  const signature = sign('sha256', facts, privateKey);
  const whole = der(0x30, facts, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g)!;
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return { certFile, keyFile, cert };
}
