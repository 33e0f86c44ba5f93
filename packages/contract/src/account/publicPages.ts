/**
 * Screens before sign-in. They share a document of their own (login.html) without the product's kit, so that they open at once;
 * server and builder answer these paths with it. Spec §2.
 */
export const publicPages = ['/login', '/forgetPwd', '/companyRegister', '/invite', '/inviteSuccess', '/other'] as const;
export type PublicPagePath = (typeof publicPages)[number];
