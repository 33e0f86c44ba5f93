/**
 * Screens before sign-in. They share a document of their own (login.html) without the product's kit, so that they open at once;
 * server and builder answer these paths with it. Spec §2.
 */
export const publicPages = ['/login', '/forgetPwd', '/companyRegister', '/invite', '/inviteSuccess', '/other'] as const;
/** Reports by QR code have a page of their own for each sticker and receipt: `/r/<code>`. */
export const reportPagePath = '/r/:code';
export const isReportPage = (path: string): boolean => /^\/r\/[^/]+\/?$/i.test(path);

/** Sealed documents are checked at a page of their own: `/verify/<id>`. */
export const verifyPagePath = '/verify/:document';
export const isVerifyPage = (path: string): boolean => /^\/verify\/[^/]+\/?$/i.test(path);

/** Contracts are signed without an account at a page of their own: `/sign/<link>`. */
export const signPagePath = '/sign/:link';
export const isSignPage = (path: string): boolean => /^\/sign\/[^/]+\/?$/i.test(path);

export type PublicPagePath = (typeof publicPages)[number];
