import { z } from 'zod';
import { id, integer } from '../scalars.ts';

/** Which devices of a project a member sees. `listed` with an empty list: none. */
export const deviceModes = ['all', 'listed'] as const;

/** What a member may do with a device. */
export const deviceRights = ['read', 'readWrite'] as const;

/** -1 on the wire: company-wide. */
export const companyWide = -1;

/** Free pairs that the specification names without explaining: kept and answered as they were sent. */
export const StorageSpace = z
  .array(z.object({ Key: z.string().min(1).max(100), Value: z.string().max(1_000) }))
  .max(50)
  .describe('free pairs, kept and answered as sent');

export const companyId = id.optional();

/** A company role by leaving it out or by -1. */
export const subareaOrCompany = integer.pipe(
  z.union([z.literal(companyWide), z.number().int().min(1).max(2_147_483_647)]),
);

/** A project that is asked about; -1 and none: the company. */
export const projectOrCompany = subareaOrCompany
  .transform((id) => (id === companyWide ? undefined : id))
  .optional()
  .describe('-1: the company');

export const alarmLevel = integer.pipe(z.number().min(1).max(4));

export const RoleOfMember = z.object({
  /** Of the entry, for taking it away. */
  UserRoleId: z.number().int(),
  RoleId: z.number().int(),
  RoleName: z.string(),
  SubareaId: z.number().int().describe('the project; -1: company-wide'),
  SubareaName: z.string().describe('empty: company-wide'),
});

export type RoleOfMember = z.infer<typeof RoleOfMember>;

export const ProjectRoles = z.array(z.object({ SubareaId: id, RoleId: id })).max(20_000);

export const FuncS = z.array(z.number().int());
