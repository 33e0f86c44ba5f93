import { defineLogWords } from '../logs/defineLogWords.ts';

/** What the operation log calls the things of this domain, and their fields. */
// biome-ignore format: a table is read by columns
export const accountLogWords = defineLogWords({
  subjects: {
    account: { zh: '账号', en: 'Account' },
    session: { zh: '登录', en: 'Sign-in' },
  },
  fields: {
    account: { zh: '账号', en: 'Account' },
    accountChosen: { zh: '已设用户名', en: 'Chose a username' },
    avatar: { zh: '头像', en: 'Picture' },
    boundAccount: { zh: '绑定账号', en: 'Bound account', values: { begun: { zh: '开始绑定', en: 'being bound' } } },
    dataScreen: { zh: '数据大屏', en: 'Data screen', values: { opened: { zh: '已打开', en: 'opened' } } },
    department: { zh: '部门', en: 'Department' },
    email: { zh: '邮箱', en: 'E-mail' },
    ended: { zh: '已退出', en: 'Signed out' },
    fullName: { zh: '姓名', en: 'Full name' },
    hasPassword: { zh: '已设密码', en: 'Has a password' },
    host: { zh: '主机', en: 'Host' },
    identity: { zh: '身份验证方式', en: 'Identity proven by', values: { code: { zh: '验证码', en: 'a code' }, password: { zh: '密码', en: 'the password' } } },
    mobile: { zh: '手机号', en: 'Phone' },
    nickname: { zh: '昵称', en: 'Nickname' },
    othersEnded: { zh: '退出的其他登录', en: 'Other sign-ins ended' },
    signInCode: { zh: '一次性登录码', en: 'One-time sign-in code', values: { made: { zh: '已生成', en: 'made' } } },
  },
});
