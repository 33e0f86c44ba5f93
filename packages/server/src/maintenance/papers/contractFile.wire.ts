import { commonErrors, type Language, maintenanceErrors } from '@watchpost/contract';
import type { SystemTenant, UserTenant } from '../../access/index.ts';
import { sealFiles } from '../../compliance/index.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { localOfEpoch } from '../../platform/zonedTime.ts';
import { findContract } from '../contracts/contract.store.ts';
import type { MaintenanceDeps } from '../deps.ts';
import { presentContract } from '../present.ts';
import { publishedGroups } from '../templates/template.store.ts';
import { contractPaper } from './contractPaper.wire.ts';

/** A contract as its PDF, or sealed: with its fields, signatures and the program that checks them. @throws Refusal `notSealed` */
export async function contractFile(
  deps: MaintenanceDeps,
  reader: {
    readonly tenant: UserTenant | SystemTenant;
    readonly timeZone: Promise<string> | string;
    readonly language: Language;
  },
  id: number,
  kind: 'pdf' | 'seal',
) {
  const { db, clock } = deps;
  const { tenant, language } = reader;
  const timeZone = await reader.timeZone;
  const madeAt = clock.now();
  const today = localOfEpoch(madeAt, timeZone).slice(0, 10);
  const contract = await findContract(tenant, db, id, today);
  if (!contract) throw new Refusal(commonErrors.notFound);
  const templateIds = contract.templates.map((template) => template.id);
  const { number, name, signatures } = contract;
  const [first] = signatures;
  const content = await contractPaper(
    {
      contract: {
        ...presentContract(contract, today, language),
        // What was signed keeps its hash, also when the team has another name by now.
        ...(first && { Hash: first.hash }),
      },
      projectCount: contract.project_ids.length,
      templates: await publishedGroups({ companyId: contract.company_id }, db, templateIds),
      timeZone,
      madeAt,
    },
    language,
  );
  if (kind === 'pdf') return { content, contentType: 'application/pdf', name: `${number} ${name}.pdf` };
  if (signatures.length < 2 || first?.document == null || signatures.some(({ statement }) => statement === null))
    throw new Refusal(maintenanceErrors.notSealed);
  const zip = await sealFiles(
    deps,
    [
      { name: 'contract.pdf', content },
      { name: 'contract.json', content: Buffer.from(first.document) },
    ],
    {
      contract: {
        ...{ name: `${number} ${name}`, document: 'contract.json', hash: first.hash },
        signatures: signatures.map(({ statement, key_id, seal }) => ({ statement, key: key_id, signature: seal })),
      },
    },
  );
  return { content: zip, contentType: 'application/zip', name: `${number} ${name}.zip` };
}
