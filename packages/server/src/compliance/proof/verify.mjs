// Checks a proof of records: node verify.mjs [proof.zip or its folder] [public key of the issuer, PEM]
// Needs Node 18 or later and nothing else. What is checked, and how, stands in README.txt beside this file.
import { createHash, verify } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';

const [given = dirname(fileURLToPath(import.meta.url)), trustedKey] = process.argv.slice(2);
const problems = [];
const wrong = (sentence) => problems.push(sentence);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const hex = (text) => Buffer.from(text, 'hex');

/** The files of a zip, by name: from its central directory on. */
function unzip(zip) {
  const files = new Map();
  let end = zip.length - 22;
  while (zip.readUInt32LE(end) !== 0x06054b50) end -= 1;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed, name, extra, note] = [10, 20, 28, 30, 32].map((o) =>
      o === 20 ? zip.readUInt32LE(at + o) : zip.readUInt16LE(at + o),
    );
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    files.set(zip.toString('utf8', at + 46, at + 46 + name), () => (method === 8 ? unpacked(bytes) : bytes));
    at += 46 + name + extra + note;
  }
  return files;
}
/** What cannot be unpacked any more has no content, and so is not what was signed. */
function unpacked(bytes) {
  try {
    return inflateRawSync(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}
const zipped = statSync(given).isDirectory() ? null : unzip(readFileSync(given));
function read(name) {
  try {
    if (zipped) return zipped.get(name)?.() ?? null;
    return existsSync(join(given, name)) ? readFileSync(join(given, name)) : null;
  } catch {
    return Buffer.alloc(0); // cannot be unpacked: its hash does not fit
  }
}

const manifestBytes = read('manifest.json');
const manifest = JSON.parse(manifestBytes);
const keys = new Map(manifest.keys.map(({ id, publicKey }) => [id, publicKey]));
const isSigned = (bytes, keyId, signature) => {
  try {
    return verify(null, bytes, keys.get(keyId), signature);
  } catch {
    return false;
  }
};
if (trustedKey && ![...keys.values()].every((key) => readFileSync(trustedKey, 'utf8').includes(key.trim())))
  wrong('The public key is not the one of the issuer that you gave.');
const signed = JSON.parse(read('manifest.sig.json') ?? '{}');
if (!isSigned(sha256(manifestBytes), signed.key, hex(signed.signature ?? '')))
  wrong('manifest.json: its signature is not valid.');
for (const [name, sha] of Object.entries(manifest.files)) {
  const bytes = read(name);
  if (bytes === null) wrong(`${name}: missing.`);
  else if (!sha256(bytes).equals(hex(sha))) wrong(`${name}: changed since it was signed.`);
}

/** SHA-256 over int64 BE milliseconds, float64 BE value, u8 quality of each sample in [from, to); samples ascend. */
function hashOf(samples, from, to) {
  let [first, beyond] = [0, samples.length];
  while (first < beyond) {
    const middle = (first + beyond) >> 1;
    if (samples[middle][0] < from) first = middle + 1;
    else beyond = middle;
  }
  const hash = createHash('sha256');
  for (let i = first; i < samples.length && samples[i][0] < to; i += 1) {
    const [at, value, quality] = samples[i];
    // A line that is no sample was never signed.
    if (!Number.isSafeInteger(at)) return Buffer.alloc(0);
    const bytes = Buffer.alloc(17);
    bytes.writeBigInt64BE(BigInt(at));
    if (value === '') bytes.writeBigUInt64BE(0x7ff8000000000000n, 8);
    else bytes.writeDoubleBE(Number(value) + 0, 8);
    bytes[16] = quality;
    hash.update(bytes);
  }
  return hash.digest();
}
let [days, count] = [0, 0];
for (const point of manifest.points) {
  const samples = String(read(point.file) ?? '')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split(','))
    .map(([at, value, quality]) => [Number(at), value, Number(quality)]);
  const seals = manifest.seals.filter((seal) => seal.point === point.id);
  for (const s of seals) {
    const words = [s.point, s.number, s.day, s.from, s.to, s.revision, s.reason, s.samples, s.bad].join('|');
    if (!sha256(hex(s.previous), words, hex(s.sha)).equals(hex(s.chain)))
      wrong(`${point.device} ${point.name}, ${s.day}: the seal was changed (revision ${s.revision}).`);
    const root = manifest.roots.find(({ number }) => number === s.root);
    if (!root?.chains.includes(s.chain)) wrong(`${point.device} ${point.name}, ${s.day}: the seal is in no root.`);
    if (seals.some((later) => later.day === s.day && later.revision > s.revision)) continue;
    days += 1;
    count += s.samples;
    if (!hashOf(samples, s.from, s.to).equals(hex(s.sha)))
      wrong(`${point.device} ${point.name}, ${s.day}: the samples differ from what was sealed.`);
  }
}
const merkle = (level) =>
  level.length === 1
    ? level[0]
    : merkle(
        level.flatMap((node, i) => (i % 2 ? [] : [level[i + 1] ? sha256(Buffer.of(1), node, level[i + 1]) : node])),
      );
let before = null;
for (const r of manifest.roots) {
  const name = `Root ${r.number}${r.day ? ` of ${r.day}` : ''}`;
  const words = [manifest.project.id, r.number, r.day ?? '', r.from ?? '', r.to ?? '', r.madeAt, r.leaves, r.key].join(
    '|',
  );
  if (before && (r.number !== before.number + 1 || r.previous !== before.hash))
    wrong(`${name}: does not follow the one before.`);
  if (
    r.chains.length !== r.leaves ||
    !merkle(r.chains.map((chain) => sha256(Buffer.of(0), hex(chain)))).equals(hex(r.root))
  )
    wrong(`${name}: does not fit the seals under it.`);
  if (
    !sha256(hex(r.previous), words, hex(r.root)).equals(hex(r.hash)) ||
    !isSigned(hex(r.hash), r.key, hex(r.signature))
  )
    wrong(`${name}: its signature is not valid.`);
  before = r;
}
/** Of a contract: what both parties signed, one signature after the other. */
if (manifest.contract) {
  const { document, hash, signatures } = manifest.contract;
  if (!sha256(read(document) ?? '').equals(hex(hash))) wrong(`${document}: it is not what was signed.`);
  let previous = '';
  for (const s of signatures) {
    const said = JSON.parse(s.statement);
    if (!isSigned(sha256(s.statement), s.key, hex(s.signature))) wrong(`Signature of party ${said.party}: not valid.`);
    if (said.document !== hash) wrong(`Signature of party ${said.party}: of another document.`);
    if (said.previous !== previous) wrong(`Signature of party ${said.party}: does not follow the one before.`);
    previous = sha256(s.statement).toString('hex');
  }
  if (new Set(signatures.map((s) => JSON.parse(s.statement).party)).size !== 2) wrong('Both parties must have signed.');
}
for (const sentence of problems) console.log(`WRONG  ${sentence}`);
console.log(
  manifest.contract
    ? `${manifest.contract.name}: ${manifest.contract.signatures.length} signatures.`
    : `${manifest.project.name}, ${manifest.from} to ${manifest.until}: ${manifest.points.length} points, ${days} days, ${count} samples, ${manifest.roots.length} roots.`,
);
console.log(problems.length === 0 ? 'Everything matches.' : `${problems.length} do not match.`);
process.exitCode = problems.length === 0 ? 0 : 1;
