import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxUnidentifiedBytes, RegistrationParser } from './dtuRegistration.ts';

const known = new Set([
  'serialNumber/A123456789/ascii',
  'serialNumber/A123456789BCDEFG/ascii',
  'serialNumber/C123456789/ascii',
  'imei/867959030123456/ascii',
  'imei/867959030123457/hex',
  'iccid/89860412101890123456/ascii',
  'iccid/8986041210189012345A/hex',
  'iccid/8986041210189012349/ascii',
]);
const parser = () => new RegistrationParser((kind, identity, encoding) => known.has(`${kind}/${identity}/${encoding}`));
const answer = Buffer.from('010304011902a36b11', 'hex');

test.each<[string, Buffer, string]>([
  ['a serial number of ten characters', Buffer.from('C123456789'), 'C123456789'],
  ['a serial number of sixteen that begins like one of ten', Buffer.from('A123456789BCDEFG'), 'A123456789BCDEFG'],
  ['one of ten that others begin with', Buffer.from('A123456789'), 'A123456789'],
  ['an IMEI', Buffer.from('867959030123456'), '867959030123456'],
  ['an IMEI in hex, filled with a leading 0', Buffer.from('0867959030123457', 'hex'), '867959030123457'],
  ['an IMEI in hex, filled with a trailing F', Buffer.from('867959030123457F', 'hex'), '867959030123457'],
  ['an ICCID', Buffer.from('89860412101890123456'), '89860412101890123456'],
  ['an ICCID of nineteen digits', Buffer.from('8986041210189012349'), '8986041210189012349'],
  ['an ICCID in hex', Buffer.from('8986041210189012345A', 'hex'), '8986041210189012345A'],
  ['an IMEI behind fixed text', Buffer.from('id=867959030123456'), '867959030123456'],
])('%s is recognised, however it is split, and what follows is handed over', (_name, packet, identity) => {
  const alone = parser();
  expect((alone.push(packet) ?? alone.conclude())?.identity).toBe(identity);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: packet.length + answer.length })), (cuts) => {
      const all = Buffer.concat([packet, answer]);
      const edges = [0, ...cuts.sort((a, b) => a - b), all.length];
      const registration = parser();
      let rest: Buffer | null = null;
      for (let part = 1; part < edges.length; part++) {
        const bytes = all.subarray(edges[part - 1], edges[part]);
        if (rest !== null) {
          rest = Buffer.concat([rest, bytes]);
          continue;
        }
        const found = registration.push(bytes);
        if (!found) continue;
        expect(found.identity).toBe(identity);
        expect(found.packet).toEqual(packet);
        rest = found.rest;
      }
      expect(rest).toEqual(answer);
    }),
  );
});

test.each([
  ['of the wrong case', 'c123456789'],
  ['that begins with a digit', '1C23456789'],
  ['that nobody has set up', 'B999999999'],
  ['in an encoding that is not set up', Buffer.from('89860412101890123456', 'hex').toString('latin1')],
])('an identity %s is not recognised', (_name, text) => {
  const registration = parser();
  expect(registration.push(Buffer.from(text, 'latin1'))).toBeNull();
  expect(registration.conclude()).toBeNull();
});

test('a heartbeat before the registration is kept apart from the identity that may come again', () => {
  const found = parser().push(Buffer.concat([Buffer.from('www.usr.cn'), Buffer.from('89860412101890123456'), answer]));
  expect(found).toMatchObject({ kind: 'iccid', identityBytes: Buffer.from('89860412101890123456'), rest: answer });
});

test('a refused connection can be logged by the identity it claimed', () => {
  const registration = parser();
  registration.push(Buffer.from('B999999999'));
  expect(registration.unknownIdentities()).toEqual(['B999999999']);
});

test('a connection that sends on and on without a name is refused', () => {
  const registration = parser();
  registration.push(Buffer.alloc(maxUnidentifiedBytes, 0x2a));
  expect(() => registration.push(Buffer.of(0x2a))).toThrow(expect.objectContaining({ code: 'registrationTooLong' }));
});

test('random bytes name nobody and never crash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: maxUnidentifiedBytes }), (bytes) => {
      const registration = parser();
      expect(registration.push(bytes) ?? registration.conclude()).toBeNull();
      registration.unknownIdentities();
    }),
  );
});
