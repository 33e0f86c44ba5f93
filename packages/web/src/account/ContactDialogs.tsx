import { useQueryClient } from '@tanstack/react-query';
import { accountName, email, orEmpty, ownAccountCalls } from '@watchpost/contract';
import { Form, Input } from 'antd';
import { z } from 'zod';
import { callApi } from '../lib/client.ts';
import { useText } from '../lib/defineText.ts';
import { leaveForOpenId } from '../lib/openIdTrip.ts';
import { useAccount } from '../lib/session.ts';
import { useCall } from '../lib/useCall.ts';
import { FormDialog, useSchemaForm } from '../ui/form/index.ts';
import { useNotify } from '../ui/index.ts';
import { CodeInput } from './CodeInput.tsx';
import { CountryField } from './CountryField.tsx';
import { text } from './text.ts';

const given = z.string().min(1).max(128);

/** What the account's own password stands in for; an account without one is not asked. */
const needsPassword = <Shape extends z.core.$ZodShape>(shape: Shape, hasPassword: boolean) =>
  z.object({ ...shape, pwd: hasPassword ? given : orEmpty(given) });

const mobileSchemas = schemasOf(ownAccountCalls.updateMobile.body.shape);
const emailSchemas = schemasOf(ownAccountCalls.updateEmail.body.shape);
/** An account without an address cannot remove it. */
const firstEmailSchemas = schemasOf({ ...ownAccountCalls.updateEmail.body.shape, email });
const bindSchemas = schemasOf({});

function schemasOf<Shape extends z.core.$ZodShape>(shape: Shape) {
  return { known: needsPassword(shape, true), none: needsPassword(shape, false) };
}

/** Confirms the change, shows the new state, and closes. */
function useDone(onClose: () => void) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return (words: string) => {
    void queryClient.invalidateQueries({ queryKey: ['getUserInfo'] });
    notify.success(words);
    onClose();
  };
}

/** A new phone number, by password and a code that came to it. */
export function ChangeMobileDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text);
  const { user } = useAccount();
  const done = useDone(onClose);
  const form = useSchemaForm(user.HasPassword ? mobileSchemas.known : mobileSchemas.none, {
    initial: { region: '86', mobile: '', code: '', pwd: '' },
    save: async (body) => {
      await callApi('updateMobile', { body });
      done(t.mobileChanged);
    },
  });
  const region = Form.useWatch('region', form.antd) ?? '';
  const mobile = Form.useWatch('mobile', form.antd) ?? '';
  const askCode = async () => {
    try {
      const { mobile, region } = await form.antd.validateFields(['region', 'mobile']);
      return await callApi('mobileCodeUP', { query: { mobile, region } });
    } catch (error) {
      if (error instanceof Error) throw error;
      form.antd.focusField('mobile');
      return null;
    }
  };
  return (
    <FormDialog form={form} title={t.changeMobile} onClose={onClose} width={480}>
      <div className="phone-fields">
        <form.Field name="region" label={t.country}>
          <CountryField />
        </form.Field>
        <form.Field name="mobile" label={t.newMobile}>
          <Input type="tel" autoComplete="tel-national" maxLength={25} />
        </form.Field>
      </div>
      <form.Field name="code" label={t.code}>
        <CodeInput ask={askCode} target={`${region} ${mobile}`} />
      </form.Field>
      {user.HasPassword ? (
        <form.Field name="pwd" label={t.password}>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}

/** A new e-mail address, by password and, where mail can be sent, a code that came to it. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text);
  const { user } = useAccount();
  const options = useCall('getLoginOptions', {}, { scope: 'user' });
  const done = useDone(onClose);
  const schemas = user.Email ? emailSchemas : firstEmailSchemas;
  const form = useSchemaForm(user.HasPassword ? schemas.known : schemas.none, {
    initial: { email: '', code: '', pwd: '' },
    save: async (body) => {
      await callApi('updateEmail', { body });
      done(t.emailChanged);
    },
  });
  const typed: string = Form.useWatch('email', form.antd) ?? '';
  const askCode = async () => {
    const typed = form.antd.getFieldsValue() as { email?: string };
    try {
      await form.antd.validateFields(['email']);
    } catch {
      form.antd.focusField('email');
      return null;
    }
    return await callApi('emailCode', { body: { Email: typed.email ?? '' } });
  };
  return (
    <FormDialog form={form} title={t.changeEmail} onClose={onClose} width={480}>
      <form.Field name="email" label={t.newEmail} {...(user.Email ? { extra: t.emailHint } : {})}>
        <Input type="email" autoComplete="email" maxLength={254} />
      </form.Field>
      {options.data?.Mail || options.data?.TestInbox ? (
        <form.Field name="code" label={t.code}>
          <CodeInput ask={askCode} target={typed} />
        </form.Field>
      ) : null}
      {user.HasPassword ? (
        <form.Field name="pwd" label={t.password}>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}

const chosenName = z.object({ Account: accountName });

/** The username of an account that was registered by phone; chosen once. */
export function ChooseAccountDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text);
  const done = useDone(onClose);
  const form = useSchemaForm(chosenName, {
    initial: { Account: '' },
    save: async ({ Account }) => {
      await callApi('updateUserInfo', { body: { Account } });
      done(t.saved);
    },
  });
  return (
    <FormDialog form={form} title={t.chooseAccount} onClose={onClose} width={440}>
      <form.Field name="Account" label={t.account} extra={t.accountHint}>
        <Input autoComplete="username" maxLength={16} />
      </form.Field>
    </FormDialog>
  );
}

/** Links an account of another provider, whose page opens then, or unlinks it. */
export function ChatAppDialog({ bind, onClose }: { bind: boolean; onClose: () => void }) {
  const t = useText(text);
  const { user } = useAccount();
  const done = useDone(onClose);
  const form = useSchemaForm(user.HasPassword ? bindSchemas.known : bindSchemas.none, {
    initial: { pwd: '' },
    save: async ({ pwd }) => {
      const { Url } = await callApi('updateWChart', { body: { pwd, Bind: bind } });
      if (Url) leaveForOpenId(Url, { kind: 'bind' });
      else done(t.unbound);
    },
  });
  return (
    <FormDialog
      form={form}
      title={bind ? t.bindTitle : t.unbindTitle}
      submitText={bind ? t.bind : t.unbind}
      danger={!bind}
      onClose={onClose}
      width={440}
    >
      <p className="identity-hint">{bind ? t.bindHint : t.unbindHint}</p>
      {user.HasPassword ? (
        <form.Field name="pwd" label={t.password}>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </form.Field>
      ) : null}
    </FormDialog>
  );
}
