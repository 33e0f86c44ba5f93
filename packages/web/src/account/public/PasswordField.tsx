import { useState } from 'react';
import { defineText, useText } from '../../lib/defineText.ts';
import { passwordStrength } from './passwordStrength.ts';
import { TextField } from './TextField.tsx';
import type { FieldState } from './usePublicForm.ts';

const text = defineText({
  show: { zh: '显示', en: 'Show' },
  hide: { zh: '隐藏', en: 'Hide' },
  showPassword: { zh: '显示密码', en: 'Show password' },
  hidePassword: { zh: '隐藏密码', en: 'Hide password' },
  capsLock: { zh: '大写锁定已开启', en: 'Caps Lock is on' },
  rule: { zh: '8–16 位字母、数字或 _~!@#$%^&*', en: '8 to 16 letters, digits or _~!@#$%^&*' },
  weak: { zh: '强度：弱，建议混用大小写字母、数字和符号', en: 'Weak: mix upper and lower case, digits and symbols' },
  fair: { zh: '强度：中', en: 'Fair' },
  strong: { zh: '强度：强', en: 'Strong' },
});

/** A password, hidden unless asked. With `rates` it is a new one: the rule and its strength stand below. */
export function PasswordField({
  field,
  label,
  autoComplete,
  rates = false,
}: {
  field: FieldState;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  rates?: boolean;
}) {
  const t = useText(text);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const strength = rates && field.value !== '' && field.error === null ? passwordStrength(field.value) : null;
  return (
    <TextField
      field={field}
      label={label}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      after={
        <button
          type="button"
          className="public-input-button"
          aria-label={shown ? t.hidePassword : t.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? t.hide : t.show}
        </button>
      }
      hint={
        capsLock || rates ? (
          <>
            {capsLock ? <p className="public-warning">{t.capsLock}</p> : null}
            {strength ? (
              <p className="public-strength" data-strength={strength}>
                <span className="public-strength-bar" aria-hidden="true" />
                <span role="status">{t[strength]}</span>
              </p>
            ) : rates && field.error === null ? (
              <p>{t.rule}</p>
            ) : null}
          </>
        ) : null
      }
    />
  );
}
