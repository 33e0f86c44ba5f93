import { hiddenEmail, hiddenMobile } from '../../platform/phoneNumber.ts';

/** How to reach somebody, as the operation log keeps it: enough to recognise, and nothing that has to be erased one day. */
export const contactsInLog = ({ mobile, email }: { mobile?: string | null; email?: string | null }): object => ({
  ...(mobile === undefined ? {} : { mobile: mobile && hiddenMobile(mobile) }),
  ...(email === undefined ? {} : { email: email && hiddenEmail(email) }),
});
