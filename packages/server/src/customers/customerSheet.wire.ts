import {
  type Bilingual,
  CustomerContact,
  commonErrors,
  customerErrors,
  type Language,
  mobile,
  NewCustomer,
  say,
} from '@watchpost/contract';
import { z } from 'zod';
import { maySee, type UserTenant } from '../access/index.ts';
import type { DbOrTransaction } from '../platform/db/database.ts';
import { type ImportColumn, type ImportedRow, importRows } from '../platform/excel/importRows.ts';
import type { Sheet } from '../platform/excel/readSheet.ts';
import { inBothLanguages, Refusal } from '../platform/http/refusal.ts';
import { nameAsKey, projectsByName } from '../projects/index.ts';
import { customersOfProjects, takenContracts } from './customer.store.ts';

/** Columns of the spreadsheet of customers; contacts one a line, projects by name. */
// biome-ignore format: a table is read by columns
export const customerColumns: readonly ImportColumn[] = [
  { key: 'ShopName', header: { zh: '门店名称', en: 'Shop' }, type: 'text', width: 26 },
  { key: 'ContactList', header: { zh: '联系人', en: 'Contacts' }, type: 'text', optional: true, width: 36 },
  { key: 'ContractNumber', header: { zh: '服务合同编号', en: 'Contract number' }, type: 'text', width: 20 },
  { key: 'StartDate', header: { zh: '服务开始', en: 'Service from' }, type: 'date', width: 12 },
  { key: 'EndDate', header: { zh: '服务到期', en: 'Service to' }, type: 'date', width: 12 },
  { key: 'MonitoringYears', header: { zh: '监控年限', en: 'Monitoring years' }, type: 'number', optional: true, width: 14 },
  { key: 'Province', header: { zh: '省份', en: 'Province' }, type: 'text', optional: true, width: 12 },
  { key: 'City', header: { zh: '城市', en: 'City' }, type: 'text', optional: true, width: 12 },
  { key: 'ServiceProvider', header: { zh: '服务商', en: 'Service provider' }, type: 'text', optional: true, width: 20 },
  { key: 'YearlyFee', header: { zh: '年费（元）', en: 'Yearly fee (yuan)' }, type: 'number', optional: true, width: 16 },
  { key: 'ProjectNames', header: { zh: '项目', en: 'Projects' }, type: 'text', optional: true, width: 36 },
  { key: 'Note', header: { zh: '备注', en: 'Note' }, type: 'text', optional: true, width: 32 },
];
/** The heading of a column, so that what is exported is brought in again as it is. */
export const customerHeader = (key: string): Bilingual => customerColumns.find((column) => column.key === key)!.header;
/** What an export says besides, and an import leaves to the platform. */
export const furtherHeaders = {
  state: { zh: '状态', en: 'State' },
  controlled: { zh: '受控', en: 'Controlled' },
  health: { zh: '健康度', en: 'Health' },
} as const satisfies Record<string, Bilingual>;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;
/** As many digits are a phone number, and no part of a name. */
const phoneDigits = 5;

/** A contact of a line: what holds an “@” is the address, what is digits the phone, also with blanks in it, the rest the name. */
function contactOf(line: string): z.input<typeof CustomerContact> {
  const words = line.split(/\s+/).filter((word) => word !== '');
  const isEmail = (word: string) => word.includes('@');
  const email = words.find(isEmail);
  const others = words.filter((word) => !isEmail(word));
  const rest = others.join(' ');
  const runs = rest.match(/(?<![^ ])[+(]*[\d()-]+(?: [\d()-]+)*(?![^ ])/g) ?? [];
  const phone =
    // A word by itself, too: the 3 of "Team 3 13800138000" is the name's.
    [...runs, ...others].find((text) => mobile.safeParse(text).success) ??
    runs.find((run) => digitsIn(run) >= phoneDigits);
  return {
    Name: (phone === undefined ? rest : rest.replace(phone, '')).replace(/ +/g, ' ').trim(),
    ...(phone === undefined ? {} : { Mobile: phone }),
    ...(email === undefined ? {} : { Email: email }),
  };
}

const ContactOfSheet = CustomerContact.extend({
  Name: CustomerContact.shape.Name.refine((name) => digitsIn(name) < phoneDigits, {
    error: say({
      zh: '联系人的电话无法识别：11 位手机号，或以 + 和国家代码开头，与姓名以空格分开',
      en: 'The phone of a contact cannot be read: 11 digits in China, or + and the country code first, with a blank after the name',
    }),
  }),
});

const linesOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const CustomerOfSheet = NewCustomer.omit({ ProjectIdList: true }).extend({
  ContactList: z
    .string()
    .max(2000)
    .default('')
    .transform((text) => linesOf(text, /[\r\n;；]+/).map(contactOf))
    .pipe(z.array(ContactOfSheet).max(10)),
  ProjectNames: z
    .string()
    .max(2000)
    .default('')
    // One a line: names hold commas.
    .transform((text) => linesOf(text, /[\r\n]+/)),
});
type SheetRow = z.output<typeof CustomerOfSheet>;
/** What a row comes to. */
export interface NewCustomerRow {
  readonly input: z.output<typeof NewCustomer>;
  readonly projectIds: readonly number[];
}

/** The rows of a spreadsheet of customers, each with its customer or with what is wrong with it. */
export async function rowsOfCustomers(
  tenant: UserTenant,
  db: DbOrTransaction,
  sheet: Sheet,
  language: Language,
): Promise<{ rows: ImportedRow<SheetRow>[]; right: NewCustomerRow[] }> {
  const rows = importRows(sheet, {
    columns: customerColumns,
    schema: CustomerOfSheet,
    language,
    ignored: Object.values(furtherHeaders),
  });
  const projects = await projectsByName(
    tenant,
    db,
    rows.flatMap(({ readable }) => readable.ProjectNames ?? []),
  );
  const owned = await customersOfProjects(
    tenant,
    db,
    [...projects.values()].filter((id) => id !== 'several'),
  );
  const taken = await takenContracts(
    tenant,
    db,
    rows.flatMap(({ readable }) => readable.ContractNumber ?? []),
  );
  const seenContracts = new Set<string>();
  const seenProjects = new Set<number>();
  const right: NewCustomerRow[] = [];
  for (const { value, readable, problems } of rows) {
    const refuse = (column: string, refusal: Refusal) => problems.push({ column, message: inBothLanguages(refusal) });
    const { ContractNumber, StartDate, EndDate, ProjectNames = [] } = readable;
    const contract = ContractNumber?.toLowerCase();
    if (contract !== undefined) {
      if (taken.has(contract)) refuse('ContractNumber', new Refusal(customerErrors.contractNumberTaken));
      else if (seenContracts.has(contract)) refuse('ContractNumber', new Refusal(customerErrors.contractNumberTwice));
      seenContracts.add(contract);
    }
    if (StartDate !== undefined && EndDate !== undefined && EndDate < StartDate)
      refuse('EndDate', new Refusal(customerErrors.endsBeforeStart));
    const ids = new Set<number>();
    for (const project of ProjectNames) {
      const id = projects.get(nameAsKey(project));
      if (id === 'several') refuse('ProjectNames', new Refusal(commonErrors.projectOfMany));
      else if (id === undefined || !maySee(tenant, id, null))
        refuse('ProjectNames', new Refusal(customerErrors.projectUnknown, { project }));
      else if (owned.has(id)) refuse('ProjectNames', new Refusal(customerErrors.projectTaken, { project }));
      else if (seenProjects.has(id)) refuse('ProjectNames', new Refusal(customerErrors.projectTwice, { project }));
      else ids.add(id);
    }
    for (const id of ids) seenProjects.add(id);
    if (value === null || problems.length > 0) continue;
    const { ProjectNames: _names, ...customer } = value;
    right.push({ input: { ...customer, ProjectIdList: [...ids] }, projectIds: [...ids] });
  }
  return { rows, right };
}
