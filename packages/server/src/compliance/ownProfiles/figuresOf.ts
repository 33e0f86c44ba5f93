import { type ComplianceProfile, type ComplianceProfileName, complianceProfiles } from '@watchpost/contract';

/** What a version of a company's own profile says. */
export interface OwnProfile extends Omit<ComplianceProfile, 'zh' | 'en'> {
  readonly profileId: number;
  readonly name: string;
  readonly version: number;
}

/** By what a point is judged: the version of the company's own profile that it is under, or the standard as it is. */
export const figuresOf = ({
  profile,
  own,
}: {
  readonly profile: ComplianceProfileName;
  readonly own: OwnProfile | null;
}): ComplianceProfile => (own === null ? complianceProfiles[profile] : { ...own, zh: own.name, en: own.name });
