import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { currentKey } from '../compliance/seal/sealKey.ts';
import type { Db } from '../platform/db/database.ts';
import { installationSecret } from '../platform/db/installationSecret.ts';
import { aPoint } from './factories.ts';

/** Points under a profile with seals, what was found of them, certificates and packs. */
export interface ComplianceIds {
  /** Under no profile. */
  unsealedPointId: number;
  assignmentId: number;
  openFindingId: number;
  explainedFindingId: number;
  certificateId: number;
  freeCertificateNumber: string;
  ownProfileId: number;
  spareOwnProfileId: number;
  freeProfileName: string;
  draftPackId: number;
  sparePackId: number;
}

const sha = (text: string): Buffer => createHash('sha256').update(text).digest();

export async function complianceOf(
  db: Db,
  {
    companyId,
    projectId,
    gatewayId,
    deviceId,
    userId,
  }: { companyId: number; projectId: number; gatewayId: number; deviceId: number; userId: number },
  marker: string,
): Promise<ComplianceIds> {
  const at = new Date();
  const unsealedPointId = await aPoint(db, gatewayId, { deviceId, name: `${marker} Spare probe` });
  const pointId = await aPoint(db, gatewayId, { name: `${marker} Probe`, nameEn: `${marker} Probe` });
  const ownProfile = async (name: string): Promise<{ profileId: number; versionId: number }> => {
    const { id: profileId } = await db
      .insertInto('compliance_profile')
      .values({ company_id: companyId, name, based_on: 'gdp', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: versionId } = await db
      .insertInto('compliance_profile_version')
      .values({
        ...{ profile_id: profileId, version: 1, sample_seconds: 60, gap_minutes: 20, excursion_minutes: 2 },
        ...{ max_error: 0.5, answer_minutes: 15, keep_years: 5, saved_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { profileId, versionId };
  };
  const profileName = () => `${marker} profile ${randomUUID().slice(0, 8)}`;
  const own = await ownProfile(profileName());
  const { id: assignmentId } = await db
    .insertInto('compliance_assignment')
    .values({
      point_id: pointId,
      profile: 'gdp',
      profile_version_id: own.versionId,
      high_limit: 8,
      since: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const secret = await installationSecret(db, 'secrets');
  const key = await db.transaction().execute((transaction) => currentKey(transaction, secret, at));
  const hash = sha(marker);
  const { id: sealId } = await db
    .insertInto('project_seal')
    .values({
      project_id: projectId,
      number: randomInt(1_000_000),
      made_at: at,
      leaves: 1,
      root: hash,
      previous: hash,
      hash,
      key_id: key.id,
      signature: hash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('record_seal')
    .values({
      point_id: pointId,
      number: 1,
      seal_id: sealId,
      day: '2026-02-10',
      from_at: new Date('2026-02-09T16:00:00Z'),
      to_at: new Date('2026-02-10T16:00:00Z'),
      revision: 2,
      reason: 'late',
      samples: 1440,
      bad: 0,
      sha: hash,
      chain: hash,
    })
    .execute();
  const finding = async (hour: number, isExplained: boolean): Promise<number> => {
    const { id } = await db
      .insertInto('record_finding')
      .values({
        project_id: projectId,
        point_id: pointId,
        kind: 'excursion',
        day: '2026-02-10',
        from_at: new Date(Date.UTC(2026, 1, 10, hour)),
        to_at: new Date(Date.UTC(2026, 1, 10, hour, 30)),
        high_limit: 8,
        extreme: 9,
        degree_minutes: 30,
        ...(isExplained
          ? { cause: 'door', explanation: `${marker} loading`, disposition: 'release', explained_at: at }
          : {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const fileId = randomBytes(18).toString('base64url');
  await db
    .insertInto('uploaded_file')
    .values({
      ...{ id: fileId, company_id: companyId, user_id: userId, name: `${marker} certificate.pdf` },
      ...{ content_type: 'application/pdf', size_bytes: 1000, uploaded_at: at },
    })
    .execute();
  const { id: certificateId } = await db
    .insertInto('calibration_certificate')
    .values({
      point_id: pointId,
      number: `${marker} ${randomUUID().slice(0, 8)}`,
      laboratory: `${marker} laboratory`,
      done_on: '2026-01-01',
      valid_until: '2026-12-31',
      max_error: 0.2,
      file_id: fileId,
      file_sha256: sha(fileId),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // Of a month in which nothing was sealed: there is nothing to explain.
  const pack = async (): Promise<number> => {
    const { id } = await db
      .insertInto('compliance_pack')
      .values({
        project_id: projectId,
        name: `${marker} 2026-01`,
        device_ids: [],
        from_day: '2026-01-01',
        until_day: '2026-01-31',
        language: 'en',
        revision: randomInt(1_000_000),
        status: 1,
        point_ids: [],
        facts: sha(JSON.stringify({ records: [], findings: [], certificates: [] })),
        sha256: hash,
        size_bytes: 4,
        created_at: at,
        made_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('compliance_pack_part')
      .values({ pack_id: id, part: 0, bytes: Buffer.from(marker) })
      .execute();
    return id;
  };
  return {
    unsealedPointId,
    assignmentId,
    openFindingId: await finding(1, false),
    explainedFindingId: await finding(2, true),
    certificateId,
    freeCertificateNumber: `Free ${randomUUID().slice(0, 8)}`,
    ownProfileId: own.profileId,
    spareOwnProfileId: (await ownProfile(profileName())).profileId,
    // Without the marker: a refusal names what it was asked for.
    freeProfileName: `Free ${randomUUID().slice(0, 8)}`,
    draftPackId: await pack(),
    sparePackId: await pack(),
  };
}
