import { CompanyMembers } from './MemberList.tsx';

/** The people of the company. Spec §2, `/personnelManage/member`. */
export const MembersPage = () => <CompanyMembers />;
